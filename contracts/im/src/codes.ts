/**
 * The `code` of every answer, and why the server ends a connection (OP-119). Those between 400 and 499 refuse one call; the
 * negative ones down to -9 end the session, and the client forgets its login information; those below are made by the
 * client itself and are never sent.
 */
export const answerCodes = {
	ok: 0,

	malformed: 400,
	notLoggedIn: 401,
	/** No permission. Polling of a room that is refused so stops (IMC-21, POLL-09). */
	noPromise: 403,
	missing: 404,
	unknownType: 405,
	/** It is so already: a friend, a member, an application that was answered. */
	alreadyDone: 409,
	tooLarge: 413,
	invalidData: 422,
	tooMany: 429,

	notMember: 440,
	silenced: 441,
	allSilenced: 442,
	banned: 443,
	/** Too soon after the last message; `retryAfterMs` says how much. */
	cooldown: 444,
	/** The site refuses a word of it. */
	wordRefused: 445,
	/** The group, or a person's list of groups or friends, has as many as it may. */
	full: 446,
	/** The other person does not take messages from this one. */
	shielded: 447,
	/** An owner hands the group over or deletes it, and does not leave it. */
	ownerStays: 448,

	/** The server is stopping; `retryAfterMs` says when to come back. */
	stopping: 450,
	/** Nothing was stored; the same packet may be sent again. */
	unavailable: 451,
	/** The connection took its messages too slowly. */
	tooSlow: 452,

	/** The same person logged in on another device. */
	userKickedOff: -1,
	userTokenExpired: -2,
	/** The token is not one of ours, or the person may not use messaging. */
	unauthorised: -3,
	/** An operator ended the session. */
	forcedDisconnect: -4,

	/** No answer within the timeout (IMC-15). */
	serverNoResponse: -10,
	/** The call was given up: logout, or its signal was aborted. */
	cancelled: -11,
} as const

export type AnswerCodeName = keyof typeof answerCodes
export type AnswerCode = (typeof answerCodes)[AnswerCodeName]

const nameByCode = new Map<number, AnswerCodeName>(
	(Object.keys(answerCodes) as AnswerCodeName[]).map(name => [answerCodes[name], name]),
)
export const answerCodeName = (code: number): AnswerCodeName | undefined => nameByCode.get(code)

/** Codes after which the client forgets its login information and does not reconnect (IMC-05, IMC-07). */
export const endsSession = (code: number): boolean => code < 0 && code > -10

const retryable: readonly number[] = [
	answerCodes.tooMany,
	answerCodes.stopping,
	answerCodes.unavailable,
	answerCodes.tooSlow,
]
/** Codes after which the same packet may be sent again. */
export const isRetryable = (code: number): boolean => retryable.includes(code)
