import type { GroupId, ImAppId, ImUserId } from '@parley/im'

/** The names of a run. */
export const appId = 'simulated' as ImAppId
export const uidOf = (person: number) => `p${person}` as ImUserId
export const gidOf = (group: number) => `g${group}` as GroupId
