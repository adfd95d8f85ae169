import { clsx } from 'clsx'
import { useRef } from 'react'
import { m } from '../../../locales/index.ts'
import { Banner, DeviceGlyph, lazyComponent, MessengerGlyph, Spinner } from '../../../ui/index.ts'
import type { SignInSearch } from '../../session/index.ts'
import { type Provider, providerName, useAvailableProviders } from '../provider.ts'
import styles from './SocialSignIn.module.css'
import { type SocialSignInEvents, type SocialSignInState, useSocialSignIn } from './useSocialSignIn.ts'

const AccountKindSheet = lazyComponent(async () => (await import('./AccountKindSheet.tsx')).AccountKindSheet, {
	overlay: true,
})

const glyphs = { messenger: <MessengerGlyph />, deviceMaker: <DeviceGlyph /> }

export interface SocialSignInProps extends SocialSignInEvents {
	arrival: SignInSearch
}

/** Sign-in with other apps, where app, site and device support it; nothing elsewhere. */
export function SocialSignIn(props: SocialSignInProps) {
	const providers = useAvailableProviders()
	return providers.length > 0 ? <SocialButtons providers={providers} {...props} /> : null
}

function SocialButtons({ providers, arrival, ...events }: SocialSignInProps & { providers: Provider[] }) {
	const { state, dispatch } = useSocialSignIn(arrival, events)
	const pressedButton = useRef<HTMLButtonElement>(null)
	const busyProvider = state.status === 'checking' ? state.identity.provider : undefined
	const press = (provider: Provider) => dispatch({ type: 'pressed', provider })

	return (
		<section className={styles.social} aria-label={m.social_or()}>
			<p className={styles.divider} aria-hidden>
				<span>{m.social_or()}</span>
			</p>
			<div className={styles.row}>
				{providers.map(provider => (
					<button
						key={provider}
						type="button"
						className={styles.provider}
						aria-label={m.social_sign_in({ provider: providerName(provider) })}
						aria-busy={busyProvider === provider || undefined}
						onClick={event => {
							pressedButton.current = event.currentTarget
							press(provider)
						}}
					>
						<span className={clsx(styles.glyph, busyProvider === provider && styles.busy)}>
							{busyProvider === provider ? <Spinner label={m.social_working()} /> : glyphs[provider]}
						</span>
						<span className={styles.name}>{providerName(provider)}</span>
					</button>
				))}
			</div>
			<SocialSignInStatus state={state} onRetry={press} />
			{state.status === 'choosing-account' && (
				<AccountKindSheet
					opener={pressedButton}
					onSelect={accountKind => dispatch({ type: 'account-chosen', accountKind })}
					onClose={() => dispatch({ type: 'dismissed' })}
				/>
			)}
		</section>
	)
}

function SocialSignInStatus({ state, onRetry }: { state: SocialSignInState; onRetry(provider: Provider): void }) {
	const refused = state.status === 'refused' ? state : undefined
	const canRetry = refused?.error.remedy === 'openAppAgain'
	return (
		<>
			<Banner tone="info">{state.status === 'identifying' ? m.social_waiting() : undefined}</Banner>
			<Banner
				action={canRetry ? { label: m.account_app_again(), onPress: () => onRetry(refused.provider) } : undefined}
			>
				{refused?.error.message}
			</Banner>
		</>
	)
}
