import { ok, type Result } from '@parley/core'
import { useState } from 'react'
import { type FormError, useSubmit } from '../../forms/index.ts'
import type { OaField, OaResult, OaValues } from '../account/index.ts'
import { isChallengeRequired } from '../challenge/index.ts'

/**
 * A form with an OA account: the slider first where the server asks for it (BIND-04), then the call with the captcha
 * token of the solved slider.
 */
export function useOaForm<T>(
	initialValues: OaValues,
	send: (values: OaValues, captcha: string) => Promise<OaResult<T>>,
	onDone: (value: T) => unknown,
) {
	const [values, setValues] = useState(initialValues)
	const [isChallengeShown, setChallengeShown] = useState(false)
	type Attempt = { status: 'challenge' } | { status: 'done'; value: T }
	const form = useSubmit(attempt, result =>
		result.status === 'challenge' ? setChallengeShown(true) : onDone(result.value),
	)

	/** @param captcha undefined before the slider */
	async function attempt(captcha: string | undefined): Promise<Result<Attempt, FormError<OaField>>> {
		const challenge = ok({ status: 'challenge' as const })
		if (captcha === undefined && (await isChallengeRequired())) return challenge
		const result = await send(values, captcha ?? '')
		if (result.ok) return ok({ status: 'done', value: result.value })
		return result.failure === 'challenge' ? challenge : { ok: false, failure: result.failure }
	}

	return {
		values,
		change(next: OaValues) {
			form.clearError()
			setValues(next)
		},
		submit: () => form.submit(undefined),
		isSubmitting: form.isSubmitting,
		error: form.error,
		setError: form.setError,
		clearError: form.clearError,
		errorAt: form.errorAt,
		challenge: {
			open: isChallengeShown,
			onSolved(captcha: string) {
				setChallengeShown(false)
				form.submit(captcha)
			},
			onClose: () => setChallengeShown(false),
		},
	}
}
