import type { SmsType } from '@parley/api'
import { delays } from '@parley/core'
import { isSameMobile, type MobileNumber } from './mobile.ts'

/** A code on its way: no other one for the same purpose and number before `until`. */
export interface SentCode extends MobileNumber {
	type: SmsType
	until: number
}

/** What is still counting of what was kept; anything unreadable is nothing. */
export function parseSentCodes(kept: string | undefined, now: number): SentCode[] {
	try {
		const list = JSON.parse(kept ?? '[]') as unknown
		return Array.isArray(list) ? list.filter(sent => isSentCode(sent) && secondsLeft(sent, now) > 0) : []
	} catch {
		return []
	}
}

const isSentCode = (value: SentCode | null): value is SentCode =>
	typeof value?.until === 'number' && typeof value.mobile === 'string' && typeof value.areaCode === 'string'

/** A clock that was set back must not make anybody wait longer than the wait itself. */
const secondsLeft = ({ until }: SentCode, now: number): number =>
	until - now > delays.smsResendMs ? 0 : Math.ceil((until - now) / 1000)

/** How many seconds the button counts for this purpose and number (SMS-12); 0 where it may be pressed (SMS-13). */
export function getSecondsLeft(list: readonly SentCode[], type: SmsType, mobile: MobileNumber, now: number): number {
	const sent = list.find(sent => sent.type === type && isSameMobile(sent, mobile))
	return sent ? Math.max(secondsLeft(sent, now), 0) : 0
}

/** The list after a code was sent; the newest comes first. */
export const addSentCode = (
	list: readonly SentCode[],
	type: SmsType,
	{ areaCode, mobile }: MobileNumber,
	now: number,
): SentCode[] => [
	{ type, areaCode, mobile, until: now + delays.smsResendMs },
	...list.filter(sent => sent.type !== type || !isSameMobile(sent, { areaCode, mobile })),
]
