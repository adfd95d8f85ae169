import { m } from '../../../locales/index.ts'
import { Lost } from '../../account/index.ts'

export interface MissingIdentityPageProps {
	goToSignIn(): void
	cancel(): void
}

/** Shown instead of a binding form that was opened without a pending identity. */
export function MissingIdentityPage({ goToSignIn, cancel }: MissingIdentityPageProps) {
	return (
		<Lost
			title={m.social_bind_lost_title()}
			text={m.social_bind_lost_text()}
			action={{ label: m.account_to_sign_in(), onPress: goToSignIn }}
			onBack={cancel}
		/>
	)
}
