import type { messaging } from '@parley/api'
import { answerCodes } from '@parley/im-sdk/constants'
import type { ApiFailure } from '../../../api/index.ts'
import { m } from '../../../locales/index.ts'
import type { TokenRefusal } from '../../messaging/index.ts'

/** The reason why the chat is unavailable: the refusal of the token, or `notTaken`: the server rejected it. */
export type TokenFailure = TokenRefusal | 'notTaken'

/** The reason why a guest's name was refused. */
export type NameFailure = ApiFailure<typeof messaging.updateUser>['refusal']

const unreachable = () => m.live_unreachable_text()
const failed = () => m.live_failed_text()
const nameTexts: Record<NameFailure, () => string> = {
	nameInvalid: () => m.live_chat_name_invalid(),
	wordRefused: () => m.live_chat_name_refused(),
	nameReserved: () => m.live_chat_token_reserved(),
	notYou: failed,
	missing: failed,
	forbidden: failed,
	invalidInput: () => m.live_chat_name_invalid(),
	signedOut: failed,
	phoneNeeded: failed,
	profileNeeded: failed,
	tooMany: () => m.live_busy_text(),
	staleToken: failed,
	offline: unreachable,
	timeout: unreachable,
	broken: failed,
	cancelled: failed,
	unknown: failed,
}
export const nameFailureText = (failure: NameFailure): string => nameTexts[failure]()

const again = () => m.live_chat_token_text()
const tokenTexts: Record<TokenFailure, () => string> = {
	otherApplication: again,
	notYou: again,
	guestsNotAllowed: () => m.live_chat_token_guests(),
	wordRefused: () => m.live_chat_token_name(),
	nameInvalid: () => m.live_chat_token_name(),
	nameReserved: () => m.live_chat_token_reserved(),
	notTaken: again,
	missing: again,
	forbidden: again,
	invalidInput: again,
	signedOut: () => m.live_chat_token_signedOut(),
	phoneNeeded: () => m.live_chat_token_profile(),
	profileNeeded: () => m.live_chat_token_profile(),
	tooMany: () => m.live_busy_text(),
	staleToken: again,
	offline: () => m.live_unreachable_text(),
	timeout: () => m.live_unreachable_text(),
	broken: () => m.live_failed_text(),
	cancelled: again,
	unknown: again,
}
export const tokenFailureText = (failure: TokenFailure): string => tokenTexts[failure]()

type AnswerName = keyof typeof answerCodes
const notNow = () => m.live_chat_refused_later()
const notAllowed = () => m.live_chat_refused_notAllowed()

/** The reasons why a message or an action on one was refused; covers every code. */
const refusalTexts: Record<AnswerName, (retryAfterMs?: number) => string> = {
	ok: notNow,
	malformed: notNow,
	notLoggedIn: notNow,
	noPromise: notAllowed,
	missing: () => m.live_chat_refused_missing(),
	unknownType: notNow,
	alreadyDone: () => m.live_chat_refused_done(),
	tooLarge: () => m.live_chat_tooLong_text(),
	invalidData: () => m.live_chat_tooLong_text(),
	tooMany: waiting,
	notMember: () => m.live_chat_removed(),
	silenced: () => m.live_chat_silenced(),
	allSilenced: () => m.live_chat_silenceAll(),
	banned: () => m.live_chat_banned(),
	cooldown: waiting,
	wordRefused: () => m.live_chat_refused_word(),
	full: notNow,
	shielded: notAllowed,
	ownerStays: notAllowed,
	accountsOnly: () => m.live_chat_signIn(),
	stopping: notNow,
	unavailable: notNow,
	tooSlow: notNow,
	userKickedOff: () => m.live_chat_kicked_title(),
	userTokenExpired: notNow,
	unauthorised: notNow,
	forcedDisconnect: notNow,
	serverNoResponse: notNow,
	cancelled: notNow,
}

function waiting(retryAfterMs?: number): string {
	return retryAfterMs === undefined
		? m.live_busy_text()
		: m.live_chat_refused_wait({ seconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) })
}

/** @param code of the answer */
export function refusalText(code: number, retryAfterMs?: number): string {
	const name = (Object.keys(refusalTexts) as AnswerName[]).find(candidate => answerCodes[candidate] === code)
	return (name ? refusalTexts[name] : notNow)(retryAfterMs)
}
