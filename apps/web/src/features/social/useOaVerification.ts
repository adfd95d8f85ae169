import { useState } from 'react'
import { type Answered, type OaAnswered, type OaForm, type TurnedAway, useFlow } from '../account/index.ts'
import { isChallengeOpen } from '../challenge/index.ts'

/** Nothing came of it yet: the slider is in between. */
const challenged = { ok: true, value: { at: 'challenge' } } as const

/**
 * An OA form on its way: the slider first where one is open or wanted (BIND-04), then the call with its pass.
 * @param goOn what still has to happen before it has come through
 */
export function useOaVerification<T, S extends string>(
	begin: OaForm,
	prove: (form: OaForm, captcha: string) => Promise<OaAnswered<string, S>>,
	goOn: (token: string) => Promise<Answered<T, S>> | Answered<T, S>,
	onDone: (value: T) => void,
) {
	type Went = { at: 'challenge' } | { at: 'done'; value: T }
	const flow = useFlow<S>()
	const [form, setForm] = useState(begin)
	const [isChallenged, setChallenged] = useState(false)

	async function attempt(captcha: string | undefined): Promise<Answered<Went, S>> {
		if (captcha === undefined && (await isChallengeOpen())) return challenged
		const proof = await prove(form, captcha ?? '')
		if (proof.at === 'challenge') return challenged
		if (proof.at === 'turned-away') return { ok: false, failure: proof.why as TurnedAway<S> }
		const answer = await goOn(proof.value)
		return answer.ok ? { ok: true, value: { at: 'done', value: answer.value } } : answer
	}

	function went(went: Went) {
		if (went.at === 'done') return onDone(went.value)
		flow.rest()
		setChallenged(true)
	}

	return {
		...flow,
		form,
		change(next: OaForm) {
			flow.rest()
			setForm(next)
		},
		submit: () => void flow.run(() => attempt(undefined), went),
		challenge: {
			open: isChallenged,
			onSolved(captcha: string) {
				setChallenged(false)
				void flow.run(() => attempt(captcha), went)
			},
			onClosed: () => setChallenged(false),
		},
	}
}
