import { ASSIGNMENTS } from '#domain/catalog/assignments.ts'
import { assignmentRouter } from '#http/assignments.ts'

const { usergroups, modelgroups, modelusers, promptgroups, promptusers, jobgroups, jobusers } = ASSIGNMENTS

/** Who is in which group, and who may use which model, prompt and job. */
export const assignments = [usergroups, modelgroups, modelusers, promptgroups, promptusers, jobgroups, jobusers].map(assignmentRouter)
