import type { SmsType } from '@parley/api'
import { maskPhone } from '@parley/core'
import { useState } from 'react'
import { callApi } from '../../api/index.ts'
import { language, m } from '../../locales/index.ts'
import { toast, useAction } from '../../ui/index.ts'
import { isChallengeRequired } from '../challenge/index.ts'
import { getMobileErrorKey, type MobileNumber } from './mobile.ts'
import { type MobileMessageKey, mobileMessage, type SendCodeResult, sendCode } from './smsCode.ts'
import { useCountdown } from './useCountdown.ts'

/** These are about the number; every other message is shown at the code. */
const mobileFieldKeys: readonly MobileMessageKey[] = [
	'inconsistent',
	'mobileInvalid',
	'countryNotServed',
	'notRegistered',
	'alreadyRegistered',
]

export interface UseSendCodeOptions {
	type: SmsType
	mobile: MobileNumber
	/** The only number that is accepted, where there is one (SMS-09). */
	initial?: MobileNumber | undefined
	/** Called before anything is sent; an error message prevents it. */
	beforeSend?: (() => Promise<string | undefined>) | undefined
	/** The number is missing or wrong. */
	onMobileInvalid(): void
	onSent(): void
}

/** The button that sends a code, from the press to the countdown. */
export function useSendCode({ type, mobile, initial, beforeSend, onMobileInvalid, onSent }: UseSendCodeOptions) {
	const [error, setError] = useState<{ message: string; field: 'mobile' | 'code' }>()
	const [isChallengeShown, setChallengeShown] = useState(false)
	const countdown = useCountdown(type, mobile)
	const [send, isSending] = useAction(async (captcha: string) => {
		const result = await sendCode(type, mobile, { captcha, language: language() }, callApi)
		// Also after unmounting: the code has been sent.
		if (result.status === 'sent') countdown.start()
		return result
	}, showResult)
	const [prepare, isPreparing] = useAction(
		() => Promise.all([beforeSend?.(), isChallengeRequired()]),
		([message, isRequired]) => {
			if (message) return showAt('mobile', message)
			return isRequired ? setChallengeShown(true) : send('')
		},
	)

	function showAt(field: 'mobile' | 'code', message: string) {
		setError({ message, field })
		if (field === 'mobile') onMobileInvalid()
	}

	const showError = (key: MobileMessageKey, retryAfterMs?: number) =>
		showAt(mobileFieldKeys.includes(key) ? 'mobile' : 'code', mobileMessage(key, retryAfterMs))

	function showResult(result: SendCodeResult) {
		if (result.status === 'refused') return showError(result.messageKey, result.retryAfterMs)
		if (result.status === 'challenge') return setChallengeShown(true)
		toast.show(m.verification_sent({ mobile: maskPhone(mobile.mobile) }), { tone: 'ok' })
		onSent()
	}

	function reset() {
		setError(undefined)
		setChallengeShown(false)
	}

	function press() {
		if (isSending || isPreparing || isChallengeShown || countdown.seconds > 0) return
		reset()
		const errorKey = getMobileErrorKey(mobile, initial)
		if (errorKey === 'noPhone') {
			toast.show(mobileMessage(errorKey))
			return onMobileInvalid()
		}
		if (errorKey) return showError(errorKey)
		void prepare()
	}

	return {
		/** The error message, where it is about this field. */
		errorAt: (field: 'mobile' | 'code') => (error?.field === field ? error.message : undefined),
		isSending: isSending || isPreparing,
		secondsLeft: countdown.seconds,
		press,
		/** After an edit. */
		reset,
		challenge: {
			open: isChallengeShown,
			onSolved(captcha: string) {
				reset()
				void send(captcha)
			},
			onClose: () => setChallengeShown(false),
		},
	}
}
