import type { SmsType } from '@parley/api'
import { delays } from '@parley/core'
import { useEffect, useState } from 'react'
import { storage } from '../../storage/index.ts'
import { isSameMobile, type MobileNumber } from './mobile.ts'

/** A code that was sent: no other one for the same type and number before `until` (an instant). */
export interface SentCode extends MobileNumber {
	type: SmsType
	until: number
}

/** The stored codes whose countdown still runs; unreadable ones are dropped. */
export function parseSentCodes(stored: string | undefined, now: number): SentCode[] {
	try {
		const list = JSON.parse(stored ?? '[]') as unknown
		return Array.isArray(list) ? list.filter(sent => isSentCode(sent) && remainingSeconds(sent, now) > 0) : []
	} catch {
		return []
	}
}

const isSentCode = (value: SentCode | null): value is SentCode =>
	typeof value?.until === 'number' && typeof value.mobile === 'string' && typeof value.areaCode === 'string'

/** 0 where the clock was set back: no one waits longer than the whole countdown. */
const remainingSeconds = ({ until }: SentCode, now: number): number =>
	until - now > delays.smsResendMs ? 0 : Math.ceil((until - now) / 1000)

/** The seconds left for this type and number (SMS-12); 0 where a code may be sent (SMS-13). */
export function getSecondsLeft(list: readonly SentCode[], type: SmsType, mobile: MobileNumber, now: number): number {
	const sent = list.find(sent => sent.type === type && isSameMobile(sent, mobile))
	return sent ? Math.max(remainingSeconds(sent, now), 0) : 0
}

/** The list with a newly sent code in front. */
export const addSentCode = (
	list: readonly SentCode[],
	type: SmsType,
	{ areaCode, mobile }: MobileNumber,
	now: number,
): SentCode[] => [
	{ type, areaCode, mobile, until: now + delays.smsResendMs },
	...list.filter(sent => sent.type !== type || !isSameMobile(sent, { areaCode, mobile })),
]

/** In the session storage of the tab: the countdown survives reloads and other screens. */
const storageKey = 'smsSent'
const readSentCodes = () => parseSentCodes(storage.readTabText(storageKey), Date.now())

/** The number that a code of this type was last sent to, while its countdown runs; forms start with it. */
export function getLastMobile(type: SmsType): MobileNumber | undefined {
	const sent = readSentCodes().find(sent => sent.type === type)
	return sent && { areaCode: sent.areaCode, mobile: sent.mobile }
}

/** The countdown before another code may be sent for this type and number (SMS-12, SMS-13). */
export function useCountdown(type: SmsType, { areaCode, mobile }: MobileNumber) {
	const [ticks, setTicks] = useState(0)
	const seconds = getSecondsLeft(readSentCodes(), type, { areaCode, mobile }, Date.now())

	useEffect(() => {
		if (seconds === 0) return
		const timer = setTimeout(() => setTicks(ticks + 1), 1000)
		return () => clearTimeout(timer)
	}, [seconds, ticks])

	function start() {
		storage.writeTabText(
			storageKey,
			JSON.stringify(addSentCode(readSentCodes(), type, { areaCode, mobile }, Date.now())),
		)
		setTicks(ticks => ticks + 1)
	}

	return { seconds, start }
}
