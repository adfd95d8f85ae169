import { useRef } from 'react'
import { m } from '../../locales/index.ts'
import { Banner, classes, DeviceGlyph, lazyComponent, MessengerGlyph, Spinner } from '../../ui/index.ts'
import type { Provider } from './provider.ts'
import { providerName } from './providerWords.ts'
import styles from './SocialButtons.module.css'
import type { SocialSignInProps } from './SocialSignIn.tsx'
import { socialSignInMessage } from './signInWords.ts'
import { useSocialSignIn } from './useSocialSignIn.ts'

const AccountKindSheet = lazyComponent(async () => (await import('./AccountKindSheet.tsx')).AccountKindSheet, {
	overlay: true,
})

const glyphs = { messenger: <MessengerGlyph />, deviceMaker: <DeviceGlyph /> }

/** One button for each app that can say who somebody is, with what became of it below. */
export function SocialButtons({
	providers,
	arrival,
	onSignedIn,
	onBindRequired,
}: SocialSignInProps & { providers: Provider[] }) {
	const { state, dispatch } = useSocialSignIn(arrival, { onSignedIn: onSignedIn, onBindRequired: onBindRequired })
	const pressedButton = useRef<HTMLButtonElement>(null)
	const providerToRetry = state.at === 'turned-away' && state.why.remedy === 'app-again' ? state.provider : undefined
	const busyProvider = state.at === 'checking' || state.at === 'through' ? getCheckedProvider(state) : undefined

	return (
		<section className={styles.social} aria-label={m.social_or()}>
			<p className={styles.or} aria-hidden>
				<span>{m.social_or()}</span>
			</p>
			<div className={styles.row}>
				{providers.map(provider => (
					<button
						key={provider}
						type="button"
						className={styles.way}
						aria-label={m.social_sign_in({ provider: providerName(provider) })}
						aria-busy={busyProvider === provider || undefined}
						onClick={event => {
							pressedButton.current = event.currentTarget
							dispatch({ type: 'pressed', provider })
						}}
					>
						<span className={classes(styles.glyph, busyProvider === provider && styles.busy)}>
							{busyProvider === provider ? <Spinner label={m.social_working()} /> : glyphs[provider]}
						</span>
						<span className={styles.name}>{providerName(provider)}</span>
					</button>
				))}
			</div>
			<Banner tone="info">{state.at === 'identifying' ? m.social_waiting() : undefined}</Banner>
			<Banner
				action={
					providerToRetry && {
						label: m.account_app_again(),
						onPress: () => dispatch({ type: 'pressed', provider: providerToRetry }),
					}
				}
			>
				{state.at === 'turned-away' ? socialSignInMessage(state.why) : undefined}
			</Banner>
			{state.at === 'choosing' && (
				<AccountKindSheet
					opener={pressedButton}
					onSelect={way => dispatch({ type: 'chosen', way })}
					onClose={() => dispatch({ type: 'put-away' })}
				/>
			)}
		</section>
	)
}

const getCheckedProvider = (state: { at: 'checking'; identity: { provider: Provider } } | { at: 'through' }) =>
	state.at === 'checking' ? state.identity.provider : undefined
