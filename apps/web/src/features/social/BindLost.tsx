import { m } from '../../locales/index.ts'
import { Lost } from '../account/index.ts'
import type { useBinding } from './useBinding.ts'

/** Nothing waits to be bound: other apps are asked on the sign-in screen. */
export const BindLost = ({ signIn, back }: Pick<ReturnType<typeof useBinding>, 'signIn' | 'back'>) => (
	<Lost
		title={m.social_bind_lost_title()}
		text={m.social_bind_lost_text()}
		action={{ label: m.account_to_sign_in(), onPress: signIn }}
		onBack={back}
	/>
)
