import type { Result } from '@parley/core'
import { useState } from 'react'
import { useAction } from '../ui/index.ts'
import { type FormError, networkError } from './formError.ts'

/**
 * Sends a form once at a time and keeps why it was not accepted. `onDone` is called with the value, unless the form has
 * been left; the button stays busy until a promise it returns is settled.
 */
export function useSubmit<A extends unknown[], T, F extends string>(
	send: (...args: A) => Promise<Result<T, FormError<F>>>,
	onDone: (value: T) => unknown,
) {
	const [error, setError] = useState<FormError<F>>()
	const [submit, isSubmitting] = useAction(
		(...args: A) => {
			setError(undefined)
			// A part of the page that could not be loaded throws; the network is a failure of its own.
			return send(...args).catch(() => ({ ok: false as const, failure: networkError() as FormError<F> }))
		},
		result => (result.ok ? onDone(result.value) : setError(result.failure)),
	)
	return {
		submit: (...args: A) => void submit(...args),
		isSubmitting,
		error,
		setError,
		/** For fields: what is typed makes the error out of date. */
		clearError: () => setError(undefined),
		/** The message of the error, where it is about this field. */
		errorAt: (field: F) => (error?.field === field ? error.message : undefined),
	}
}
