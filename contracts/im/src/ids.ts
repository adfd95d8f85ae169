import * as v from 'valibot'

const key = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.-]{1,64}$/))

/** A person in messaging, within one application: the id of a member, or one made for a guest. */
export const ImUserId = v.pipe(key, v.brand('ImUserId'))
export type ImUserId = v.InferOutput<typeof ImUserId>

/** The application people talk in, a site; people and groups of one never meet those of another. */
export const ImAppId = v.pipe(key, v.brand('ImAppId'))
export type ImAppId = v.InferOutput<typeof ImAppId>

export const GroupId = v.pipe(key, v.brand('GroupId'))
export type GroupId = v.InferOutput<typeof GroupId>

/** Made by the sender of a message or another write and kept over every repetition: a message is stored once by it. */
export const ClientMessageId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.:-]{1,64}$/))

/** Position of an event in the log of a conversation, from 1 on without holes. */
export const HisId = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** Names one life of a log: it changes when events were lost or cleared, so that positions of before mean nothing. */
export const Epoch = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,32}$/))

/** Opaque to clients: `epoch.position` of an option. */
export const SyncKey = v.pipe(v.string(), v.maxLength(64))
