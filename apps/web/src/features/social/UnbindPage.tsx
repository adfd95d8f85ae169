import type { ReactNode } from 'react'
import { m } from '../../locales/index.ts'
import { lazyComponent } from '../../ui/index.ts'
import { FormPage, type Remedy, type TurnedAway } from '../account/index.ts'
import type { Provider } from './provider.ts'
import { providerName } from './providerWords.ts'
import type { UnbindSaying } from './unbind.ts'
import { unbindSentence } from './unbindWords.ts'
import type { useUnbind } from './useUnbind.ts'

const AlertDialog = lazyComponent(async () => (await import('../../ui/dialog.ts')).AlertDialog, { overlay: true })

export interface UnbindPageProps {
	title: string
	lead: string
	provider: Provider
	onBack(): void
	isReady: boolean
	isAsking: boolean
	why: TurnedAway<UnbindSaying> | undefined
	remedies: Partial<Record<Remedy, () => void>>
	/** The other way to prove who one is. */
	other: { remedy: Remedy; label: string; onPress(): void }
	unbinding: ReturnType<typeof useUnbind>
	onProve(): void
	children: ReactNode
}

/** Proving who one is, then the question, then the identity goes (UNBIND-01, UNBIND-05). */
export function UnbindPage({ title, lead, onBack, why, children, ...rest }: UnbindPageProps) {
	const { provider, isReady, isAsking, remedies, other, unbinding, onProve } = rest
	const { state, tell } = unbinding
	const isProved = state.at === 'kept'
	const isOpen = state.at === 'asked' || state.at === 'working'

	return (
		<FormPage
			title={title}
			lead={lead}
			onBack={onBack}
			submit={{
				label: isProved ? m.social_unbind_again() : m.social_unbind_next(),
				isReady,
				busy: isAsking && m.social_unbind_checking(),
				onSubmit: () => (isProved ? tell({ type: 'asked-again' }) : onProve()),
			}}
			why={why}
			sentence={why && unbindSentence(why)}
			remedies={{ reload: () => window.location.reload(), ...remedies }}
			way={other}
		>
			{children}
			{isOpen && (
				<AlertDialog
					open
					onClose={() => tell({ type: 'declined' })}
					title={m.social_unbind_question({ provider: providerName(provider) })}
					text={m.social_unbind_consequence()}
					confirm={{
						label: m.social_unbind_confirm(),
						destructive: true,
						loading: state.at === 'working' && m.social_unbind_working(),
						onConfirm: () => tell({ type: 'confirmed' }),
					}}
					cancel={{ label: m.common_cancel() }}
				/>
			)}
		</FormPage>
	)
}
