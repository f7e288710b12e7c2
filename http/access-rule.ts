import type { AskedType } from '#domain/access/asked-object.ts'
import type { PermissionName } from '#domain/access/group-permission.ts'
import type { Level } from '#domain/allow.ts'

/** Who may call a route. It stands in the OpenAPI document as `x-access`, where the security suite reads it. */
export type Access = {
  /** `anyone`: no credential needed; `user`: any active account; `admin`: administrators; `directory`: the token of a directory, and nobody else. */
  who: 'anyone' | 'user' | 'admin' | 'directory'
  /** The scope an API key needs; `<service>:read` for GET and `<service>:write` for the rest when absent; `none` = any key. */
  scope?: string
  /** A guest token may call it. */
  guest?: true
  /** Only somebody who has signed in: no API key and no app. */
  signin?: true
  /** An account that awaits approval may call it. */
  pending?: true
  /** The object it is about, the level it needs, and where its id stands. */
  object?: { type: AskedType; level: Level; name: string; in: 'path' | 'body' | 'query' }
  /** What a group has to permit its members for it. */
  permission?: PermissionName
  /** The body is not JSON: the route reads it itself. */
  rawBody?: true
  /** After a reply that was lost the route answers the same `Idempotency-Key` from what it stored. */
  replays?: true
  /** It changes nothing and is kept for the same `Idempotency-Key` all the same: it costs much, and holds no rows of a data source. */
  keepsReply?: true
  /** Bytes of JSON it takes instead of the general limit. */
  maxBytes?: number
}
