import type { AnswerCodeName, PushName } from '@parley/im'

/** The reasons a session ends for good, with the push for each. */
export const endPushes = {
	userKickedOff: 'kickedOff',
	userTokenExpired: 'tokenExpired',
	forcedDisconnect: 'forcedDisconnect',
	unauthorised: 'unauthorised',
} as const satisfies Partial<Record<AnswerCodeName, PushName>>

export type EndCode = keyof typeof endPushes
export const endCodes = Object.keys(endPushes) as EndCode[]
