import { ASSIGNMENTS } from '#domain/catalog/assignments.ts'
import { assignmentRouter } from '#http/assignments.ts'

const { usergroups, modelgroups, modelusers, promptgroups, promptusers } = ASSIGNMENTS

/** Who is in which group, and who may use which model and prompt. */
export const assignments = [usergroups, modelgroups, modelusers, promptgroups, promptusers].map(assignmentRouter)
