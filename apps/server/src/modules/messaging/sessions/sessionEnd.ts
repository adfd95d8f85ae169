import type { AnswerCodeName, PushName } from '@parley/im'

/** Why a session ends for good, and the push that says so. */
export const endPushes = {
	userKickedOff: 'kickedOff',
	userTokenExpired: 'tokenExpired',
	forcedDisconnect: 'forcedDisconnect',
	unauthorised: 'unauthorised',
} as const satisfies Partial<Record<AnswerCodeName, PushName>>

export type EndCode = keyof typeof endPushes
export const endCodes = Object.keys(endPushes) as EndCode[]
