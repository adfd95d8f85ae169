import { m } from '../../locales/index.ts'
import { Lost } from '../account/index.ts'
import type { useBinding } from './useBinding.ts'

/** Nothing waits to be bound: other apps are asked on the sign-in screen. */
export const MissingIdentityPage = ({
	goToSignIn,
	cancel,
}: Pick<ReturnType<typeof useBinding>, 'goToSignIn' | 'cancel'>) => (
	<Lost
		title={m.social_bind_lost_title()}
		text={m.social_bind_lost_text()}
		action={{ label: m.account_to_sign_in(), onPress: goToSignIn }}
		onBack={cancel}
	/>
)
