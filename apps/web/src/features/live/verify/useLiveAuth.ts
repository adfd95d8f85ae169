import { live as calls } from '@parley/api'
import { isLivePassword, liveDelays, type MeetingId } from '@parley/core'
import { useEffect, useRef, useState } from 'react'
import { type ApiFailure, callApi } from '../../../api/index.ts'
import { m } from '../../../locales/index.ts'
import { useAction } from '../../../ui/index.ts'

type AuthRefusal = ApiFailure<typeof calls.auth>['refusal']

/** The message under the password field; undefined if the live no longer exists. */
const messages = {
	wrongPassword: () => m.live_password_wrong(),
	closed: undefined,
	missing: undefined,
	forbidden: undefined,
	invalidInput: () => m.live_password_wrong(),
	tooMany: () => m.live_password_tooMany(),
	challengeNeeded: () => m.live_password_tooMany(),
	challengeFailed: () => m.live_password_tooMany(),
	challengeExpired: () => m.live_password_tooMany(),
	signedOut: () => m.live_failed_text(),
	phoneNeeded: () => m.live_failed_text(),
	profileNeeded: () => m.live_failed_text(),
	offline: () => m.live_unreachable_text(),
	timeout: () => m.live_unreachable_text(),
	broken: () => m.live_failed_text(),
	staleToken: () => m.live_failed_text(),
	cancelled: undefined,
	unknown: () => m.live_failed_text(),
} as const satisfies Record<AuthRefusal, (() => string) | undefined>

export interface LiveAuth {
	password: string
	setPassword(password: string): void
	error: string | undefined
	isSending: boolean
	canSend: boolean
	send(): Promise<void>
}

/** Exchanges the password of a live for a token (LPWD-02, LPWD-03, LPWD-04). */
export function useLiveAuth(meetingId: MeetingId, on: { onToken(token: string): void; onClosed(): void }): LiveAuth {
	const [password, setPassword] = useState('')
	const [error, setError] = useState<string>()
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	useEffect(() => () => clearTimeout(timer.current), [])

	function show(message: string) {
		setError(message)
		clearTimeout(timer.current)
		timer.current = setTimeout(() => setError(undefined), liveDelays.wrongPasswordMs)
	}

	const [ask, isSending] = useAction(
		(entered: string) => callApi(calls.auth, { meetingId, password: entered }, { handles401: true, quiet: true }),
		result => {
			if (result.ok) return on.onToken(result.value.token)
			const message = messages[result.failure.refusal]
			if (message) show(message())
			else if (result.failure.refusal !== 'cancelled') on.onClosed()
		},
	)

	async function send() {
		const entered = password.trim()
		if (entered) await ask(entered)
	}

	return {
		password,
		setPassword(next) {
			setError(undefined)
			setPassword(next)
		},
		error,
		isSending,
		canSend: isLivePassword(password.trim()) && password.trim() !== '',
		send,
	}
}
