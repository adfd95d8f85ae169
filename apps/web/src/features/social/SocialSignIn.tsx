import { useBridgeInfo } from '../../bridge/index.ts'
import { lazyComponent } from '../../ui/index.ts'
import type { Arrival, Destination } from '../session/index.ts'
import { useSite } from '../site/index.ts'
import { getAvailableProviders } from './availability.ts'
import type { BindScreen } from './useSocialSignIn.ts'

const SocialButtons = lazyComponent(async () => (await import('./SocialButtons.tsx')).SocialButtons)

export interface SocialSignInProps {
	arrival: Arrival
	onSignedIn(to: Destination): void
	/** An identity nobody has yet: it is kept, and this screen binds it. */
	onBindRequired(to: BindScreen): void
}

/** Signing in with another app, where app, site and device have one; nothing anywhere else. */
export function SocialSignIn(props: SocialSignInProps) {
	const { version } = useBridgeInfo()
	const site = useSite(site => site.info)
	const providers = getAvailableProviders({ version, site, userAgent: navigator.userAgent })
	if (providers.length === 0) return null
	return <SocialButtons providers={providers} {...props} />
}
