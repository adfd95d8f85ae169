import type { ReactNode } from 'react'
import { type FormError, FormPage, type Remedy } from '../../../forms/index.ts'
import { m } from '../../../locales/index.ts'
import { lazyComponent } from '../../../ui/index.ts'
import { type Provider, providerName } from '../provider.ts'
import type { useUnbind } from './useUnbind.ts'

const AlertDialog = lazyComponent(async () => (await import('../../../ui/overlays/Dialog.tsx')).AlertDialog, {
	overlay: true,
})

export interface UnbindPageProps {
	title: string
	lead: string
	provider: Provider
	onBack(): void
	isReady: boolean
	isSubmitting: boolean
	/** The error of the verification or of unbinding. */
	error: FormError | undefined
	remedies: Partial<Record<Remedy, () => void>>
	/** The other way to verify who the person is. */
	alternative: { remedy: Remedy; label: string; onPress(): void }
	unbinding: ReturnType<typeof useUnbind>
	onVerify(): void
	children: ReactNode
}

/** Verifies the person, asks for confirmation, then unbinds the identity (UNBIND-01, UNBIND-05). */
export function UnbindPage({ title, lead, onBack, error, children, ...rest }: UnbindPageProps) {
	const { provider, isReady, isSubmitting, remedies, alternative, unbinding, onVerify } = rest
	const { state, dispatch } = unbinding
	const isVerified = state.status === 'verified'
	const isConfirming = state.status === 'confirming' || state.status === 'unbinding'

	return (
		<FormPage
			title={title}
			lead={lead}
			onBack={onBack}
			submit={{
				label: isVerified ? m.social_unbind_again() : m.social_unbind_next(),
				isReady,
				busy: isSubmitting && m.social_unbind_checking(),
				onSubmit: () => (isVerified ? dispatch({ type: 'confirmation-requested' }) : onVerify()),
			}}
			error={error}
			remedies={{ reload: () => window.location.reload(), ...remedies }}
			alternative={alternative}
		>
			{children}
			{isConfirming && (
				<AlertDialog
					open
					onClose={() => dispatch({ type: 'declined' })}
					title={m.social_unbind_question({ provider: providerName(provider) })}
					text={m.social_unbind_consequence()}
					confirm={{
						label: m.social_unbind_confirm(),
						destructive: true,
						loading: state.status === 'unbinding' && m.social_unbind_working(),
						onConfirm: () => dispatch({ type: 'confirmed' }),
					}}
					cancel={{ label: m.common_cancel() }}
				/>
			)}
		</FormPage>
	)
}
