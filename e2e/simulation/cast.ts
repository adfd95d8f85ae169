import type { GroupId, ImAppId, ImUserId } from '@parley/im'

/** Names used in a run. */
export const appId = 'simulated' as ImAppId
export const uidOf = (person: number) => `p${person}` as ImUserId
export const gidOf = (group: number) => `g${group}` as GroupId
