import type { ReactNode } from 'react'
import { type FormError, FormPage, type Remedy } from '../../../forms/index.ts'
import { m } from '../../../locales/index.ts'
import type { useBinding } from './useBinding.ts'

export interface BindPageProps {
	title: string
	lead: string
	binding: ReturnType<typeof useBinding>
	form: {
		isSubmitting: boolean
		error: FormError | undefined
		submit(): void
		clearError(): void
		setError(error: FormError<never>): void
	}
	submitLabel: string
	isReady: boolean
	/** Binding to an account of the other kind; missing on sites without such accounts. */
	alternative: { remedy: Remedy; label: string; onPress(): void } | undefined
	children: ReactNode
}

/** Binds the pending identity to an account that the person proves to own (BIND-01 to BIND-04). */
export function BindPage({ title, lead, binding, form, submitLabel, isReady, alternative, children }: BindPageProps) {
	return (
		<FormPage
			title={title}
			lead={lead}
			onBack={binding.cancel}
			submit={{
				label: submitLabel,
				isReady,
				busy: form.isSubmitting && m.social_bind_working(),
				onSubmit: form.submit,
			}}
			error={form.error}
			remedies={{
				...(alternative && { [alternative.remedy]: alternative.onPress }),
				openAppAgain: () => void binding.requestIdentityAgain(form),
				signIn: binding.cancel,
				reload: () => window.location.reload(),
			}}
			alternative={alternative}
		>
			{children}
		</FormPage>
	)
}
