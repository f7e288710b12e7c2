import { createModel, deleteModel, ModelChange, NewModel, updateModel } from '#domain/catalog/model-changes.ts'
import { getModel, listModels, Model, modelQueries } from '#domain/catalog/models.ts'
import { resourceRoutes } from '#http/resource-routes.ts'
import { createRouter, onObject } from '#http/router.ts'

export const models = resourceRoutes(createRouter(), {
  path: '/models',
  id: ['model_id', 'mdl'],
  item: Model,
  list: {
    of: 'models',
    answers: 'The provider and custom models the caller may use',
    query: modelQueries.list,
    page: modelQueries.page,
    run: listModels,
  },
  create: {
    summary: 'Add a provider model or make a custom one',
    access: { who: 'user', permission: 'create_models' },
    body: NewModel,
    fails: ['already_exists', 'not_found', 'extraction_required', 'resource_disabled'],
    run: createModel,
  },
  read: { summary: 'Read a model', access: onObject('model', 'view', 'model_id'), run: getModel },
  change: {
    summary: 'Change a model',
    access: onObject('model', 'edit', 'model_id'),
    body: ModelChange,
    fails: ['already_exists', 'resource_disabled'],
    run: updateModel,
  },
  remove: { summary: 'Delete a model', access: onObject('model', 'own', 'model_id'), fails: ['conflict'], run: deleteModel },
})
