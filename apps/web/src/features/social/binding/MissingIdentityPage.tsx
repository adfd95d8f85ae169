import { UnavailablePage } from '../../../forms/index.ts'
import { m } from '../../../locales/index.ts'

export interface MissingIdentityPageProps {
	goToSignIn(): void
	cancel(): void
}

/** Shown instead of a binding form that was opened without a pending identity. */
export function MissingIdentityPage({ goToSignIn, cancel }: MissingIdentityPageProps) {
	return (
		<UnavailablePage
			title={m.social_bind_missing_title()}
			text={m.social_bind_missing_text()}
			action={{ label: m.account_to_sign_in(), onPress: goToSignIn }}
			onBack={cancel}
		/>
	)
}
