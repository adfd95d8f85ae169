import { useState } from 'react'
import { type Answered, type OaAnswered, type OaForm, type TurnedAway, useFlow } from '../account/index.ts'
import { isChallengeRequired } from '../challenge/index.ts'

/** The slider has to be solved before the call. */
const challengeNeeded = { ok: true, value: { at: 'challenge' } } as const

/**
 * Form state of a screen that verifies an OA account: the slider first where the server asks for it (BIND-04), then the
 * call with the captcha token of the solved slider.
 * @param initialForm what the form starts with
 * @param continueWith what has to follow the verification before the form is done
 */
export function useOaVerification<T, S extends string>(
	initialForm: OaForm,
	verify: (form: OaForm, captcha: string) => Promise<OaAnswered<string, S>>,
	continueWith: (token: string) => Promise<Answered<T, S>> | Answered<T, S>,
	onDone: (value: T) => void,
) {
	type Attempt = { at: 'challenge' } | { at: 'done'; value: T }
	const flow = useFlow<S>()
	const [form, setForm] = useState(initialForm)
	const [isChallengeShown, setChallengeShown] = useState(false)

	async function attempt(captcha: string | undefined): Promise<Answered<Attempt, S>> {
		if (captcha === undefined && (await isChallengeRequired())) return challengeNeeded
		const verified = await verify(form, captcha ?? '')
		if (verified.at === 'challenge') return challengeNeeded
		if (verified.at === 'turned-away') return { ok: false, failure: verified.why as TurnedAway<S> }
		const answer = await continueWith(verified.value)
		return answer.ok ? { ok: true, value: { at: 'done', value: answer.value } } : answer
	}

	function onAttempted(attempt: Attempt) {
		if (attempt.at === 'done') return onDone(attempt.value)
		flow.rest()
		setChallengeShown(true)
	}

	return {
		...flow,
		form,
		change(next: OaForm) {
			flow.rest()
			setForm(next)
		},
		submit: () => void flow.run(() => attempt(undefined), onAttempted),
		challenge: {
			open: isChallengeShown,
			onSolved(captcha: string) {
				setChallengeShown(false)
				void flow.run(() => attempt(captcha), onAttempted)
			},
			onClose: () => setChallengeShown(false),
		},
	}
}
