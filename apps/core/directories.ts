import {
  CreatedDirectory,
  createDirectory,
  Directory,
  DirectoryChange,
  deleteDirectory,
  directoryQueries,
  getDirectory,
  listDirectories,
  NewDirectory,
  rotateDirectoryToken,
  updateDirectory,
} from '#domain/directory/directories.ts'
import { resource } from '#http/reply.ts'
import { resourceRoutes } from '#http/resource-routes.ts'
import { createRouter, idParam, reply, route } from '#http/router.ts'

const access = { who: 'admin' } as const
/** Whoever makes people and says who is in which group could give anything away. */
const changing = { who: 'admin', scope: '*' } as const

export const directories = resourceRoutes(createRouter(), {
  path: '/directories',
  plural: 'Directories',
  id: ['directory_id', 'dir'],
  item: Directory,
  list: {
    of: 'directories',
    answers: 'All of them, without their tokens',
    access,
    query: directoryQueries.list,
    page: directoryQueries.page,
    run: listDirectories,
  },
  create: {
    summary: 'Connect a directory',
    description: 'It keeps people and groups here as they are there, by SCIM 2.0: give it `base_url` and `token`, which is shown once.',
    access: changing,
    body: NewDirectory,
    answers: CreatedDirectory,
    fails: ['already_exists'],
    run: createDirectory,
  },
  read: { summary: 'Read a directory', access, run: getDirectory },
  change: { summary: 'Change a directory', access: changing, body: DirectoryChange, fails: ['already_exists'], run: updateDirectory },
  remove: {
    summary: 'Disconnect a directory',
    description: 'Its token is refused at once. The people and groups it kept stay, and administrators change them again.',
    access: changing,
    run: deleteDirectory,
  },
}).openapi(
  route({
    method: 'post',
    path: '/directories/{directory_id}/token',
    operationId: 'rotateDirectoryToken',
    summary: 'Make another token; the one before is refused at once',
    access: changing,
    request: { params: idParam('directory_id', 'dir') },
    responses: { 201: reply(CreatedDirectory, 'The token, shown once') },
  }),
  async (c) => resource(c, await rotateDirectoryToken(c.var.ctx, c.req.valid('param').directory_id), 201),
)
