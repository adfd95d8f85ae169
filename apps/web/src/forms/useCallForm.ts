import { valibotResolver } from '@hookform/resolvers/valibot'
import type { Result } from '@parley/core'
import { useEffect } from 'react'
import {
	type DefaultValues,
	type FieldErrors,
	type FieldValues,
	type Path,
	type Resolver,
	type UseFormReturn,
	useForm,
	useWatch,
} from 'react-hook-form'
import type * as v from 'valibot'
import type { FormError } from './formError.ts'
import { useSubmit } from './useSubmit.ts'

export interface CallFormOptions<Values extends FieldValues, Output extends FieldValues, T> {
	defaultValues: Values
	/** Checked before anything is sent. The message of an issue is the text shown at its field. */
	schema: v.GenericSchema<Values, Output>
	send(values: Output): Promise<Result<T, FormError<Path<Values>>>>
	/** Called with what the call answered, unless the form has been left. */
	onDone(value: T): unknown
	/** Called with the first broken rule. */
	onInvalid?(error: FormError<Path<Values>>): void
}

export interface CallForm<Values extends FieldValues> extends Pick<UseFormReturn<Values>, 'register' | 'control'> {
	values: Values
	/** For fields that are not one input: sets values as if they were typed. */
	change(values: Partial<Values>): void
	submit(): void
	isSubmitting: boolean
	/** The first broken rule of the schema, or why the call was refused; it goes when a value changes. */
	error: FormError<Path<Values>> | undefined
	setError(error: FormError<Path<Values>>): void
	/** The message of the error, where it is about this field. */
	errorAt(field: Path<Values>): string | undefined
}

/**
 * A form that ends in a call: React Hook Form holds the values and checks them by a valibot schema, on submit only; the
 * form shows one error at a time, of the schema or of the call.
 */
export function useCallForm<Values extends FieldValues, Output extends FieldValues, T>({
	defaultValues,
	schema,
	send,
	onDone,
	onInvalid,
}: CallFormOptions<Values, Output, T>): CallForm<Values> {
	const form = useForm<Values, unknown, Output>({
		defaultValues: defaultValues as DefaultValues<Values>,
		resolver: valibotResolver(schema, { abortEarly: true }) as unknown as Resolver<Values, unknown, Output>,
		reValidateMode: 'onSubmit',
		// `FormPage` moves the focus, also for what the call refused.
		shouldFocusError: false,
	})
	const { register, control, setValue, handleSubmit, subscribe } = form
	const values = useWatch({ control }) as Values
	const { submit, isSubmitting, error, setError, clearError, errorAt } = useSubmit(send, onDone)

	// biome-ignore lint/correctness/useExhaustiveDependencies: the setter behind it never changes
	useEffect(() => subscribe({ formState: { values: true }, callback: clearError }), [subscribe])

	function showInvalid(errors: FieldErrors<Values>) {
		const first = firstErrorOf(errors)
		if (!first) return
		setError(first)
		onInvalid?.(first)
	}

	return {
		register: register as CallForm<Values>['register'],
		control: control as unknown as CallForm<Values>['control'],
		values,
		change(changed) {
			for (const [name, value] of Object.entries(changed)) setValue(name as Path<Values>, value as never)
		},
		submit: () => void handleSubmit(values => submit(values), showInvalid)(),
		isSubmitting,
		error,
		setError,
		errorAt,
	}
}

function firstErrorOf<Values extends FieldValues>(errors: FieldErrors<Values>): FormError<Path<Values>> | undefined {
	const [field, error] = Object.entries(errors)[0] ?? []
	return error && { type: String(error.type), message: String(error.message), field: field as Path<Values> }
}
