import type { SmsType } from '@parley/api'
import { maskPhone } from '@parley/core'
import { useEffect, useRef, useState } from 'react'
import { callApi } from '../../api/index.ts'
import { language, m } from '../../locales/index.ts'
import { toast } from '../../ui/index.ts'
import { isChallengeRequired } from '../challenge/index.ts'
import { getMobileErrorKey, type MobileNumber } from './mobile.ts'
import { type MobileMessageKey, sendCode } from './smsCode.ts'
import { useCountdown } from './useCountdown.ts'
import { mobileMessage } from './words.ts'

export type Sending =
	| { at: 'ready' }
	| { at: 'working' }
	| { at: 'challenge' }
	| { at: 'turned-away'; sentence: string; of: 'mobile' | 'code' }

/** Sayings that are about the number itself, and so stand at its field. */
const ofMobile: readonly MobileMessageKey[] = ['inconsistent', 'mobileInvalid', 'notRegistered', 'alreadyRegistered']

export interface SendCodeOptions {
	type: SmsType
	mobile: MobileNumber
	/** The number it has to be, where there is one (SMS-09). */
	initial?: MobileNumber | undefined
	/** Asked before anything is sent; a sentence holds it back. */
	beforeSend?: (() => Promise<string | undefined>) | undefined
	onNoPhone(): void
	onSent(): void
}

/** The button that has a code sent, from the press to the countdown. */
export function useSendCode({ type, mobile, initial, beforeSend, onNoPhone, onSent }: SendCodeOptions) {
	const [state, setState] = useState<Sending>({ at: 'ready' })
	const countdown = useCountdown(type, mobile)
	const here = useRef(true)

	useEffect(() => {
		here.current = true
		return () => {
			here.current = false
		}
	}, [])

	const turnAway = (says: MobileMessageKey, retryAfterMs?: number) =>
		setState({
			at: 'turned-away',
			sentence: mobileMessage(says, retryAfterMs),
			of: ofMobile.includes(says) ? 'mobile' : 'code',
		})

	async function press() {
		if (state.at === 'working' || state.at === 'challenge' || countdown.seconds > 0) return
		const fault = getMobileErrorKey(mobile, initial)
		if (fault === 'noPhone') {
			toast.show(mobileMessage(fault))
			return onNoPhone()
		}
		if (fault) return turnAway(fault)

		setState({ at: 'working' })
		const [sentence, open] = await Promise.all([beforeSend?.(), isChallengeRequired()])
		if (!here.current) return
		if (sentence) return setState({ at: 'turned-away', sentence, of: 'mobile' })
		if (open) return setState({ at: 'challenge' })
		await send('')
	}

	async function send(captcha: string) {
		setState({ at: 'working' })
		const sent = await sendCode(type, mobile, { captcha, language: language() }, callApi)
		// The code is on its way even when nobody looks any more, so the countdown begins all the same.
		if (sent.at === 'sent') countdown.start()
		if (!here.current) return
		if (sent.at === 'turned-away') return turnAway(sent.says, sent.retryAfterMs)
		if (sent.at === 'challenge') return setState({ at: 'challenge' })
		setState({ at: 'ready' })
		toast.show(m.verification_sent({ mobile: maskPhone(mobile.mobile) }), { tone: 'ok' })
		onSent()
	}

	return {
		state,
		seconds: countdown.seconds,
		press: () => void press(),
		/** The slider was solved: what was pressed for goes on by itself. */
		solved: (captcha: string) => void send(captcha),
		/** Something else was typed, or the slider was closed. */
		reset: () => setState(state => (state.at === 'working' ? state : { at: 'ready' })),
	}
}
