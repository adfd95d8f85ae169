import type { SmsType } from '@parley/api'
import { useEffect, useState } from 'react'
import { storage } from '../../storage/index.ts'
import { addSentCode, getSecondsLeft, parseSentCodes } from './countdown.ts'
import type { MobileNumber } from './mobile.ts'

/** Lives as long as this tab: it outlasts a reload and every other screen. */
const key = 'smsSent'
const readSentCodes = () => parseSentCodes(storage.readTabText(key), Date.now())

/** The number a code of this purpose was last sent to, while its countdown runs: a form may begin with it again. */
export function getLastMobile(type: SmsType): MobileNumber | undefined {
	const sent = readSentCodes().find(sent => sent.type === type)
	return sent && { areaCode: sent.areaCode, mobile: sent.mobile }
}

/** The seconds before another code may be had for this purpose and number, and how they begin (SMS-12, SMS-13). */
export function useCountdown(type: SmsType, { areaCode, mobile }: MobileNumber) {
	const [ticks, setTicks] = useState(0)
	const seconds = getSecondsLeft(readSentCodes(), type, { areaCode, mobile }, Date.now())

	useEffect(() => {
		if (seconds === 0) return
		const timer = setTimeout(() => setTicks(ticks + 1), 1000)
		return () => clearTimeout(timer)
	}, [seconds, ticks])

	function start() {
		storage.writeTabText(key, JSON.stringify(addSentCode(readSentCodes(), type, { areaCode, mobile }, Date.now())))
		setTicks(ticks => ticks + 1)
	}

	return { seconds, start }
}
