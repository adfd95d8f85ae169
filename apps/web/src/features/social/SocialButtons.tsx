import { useRef } from 'react'
import { m } from '../../locales/index.ts'
import { Banner, classes, DeviceGlyph, lazyComponent, MessengerGlyph, Spinner } from '../../ui/index.ts'
import type { Provider } from './provider.ts'
import { providerName } from './providerWords.ts'
import styles from './SocialButtons.module.css'
import type { SocialSignInProps } from './SocialSignIn.tsx'
import { socialSentence } from './signInWords.ts'
import { useSocialSignIn } from './useSocialSignIn.ts'

const BindChoice = lazyComponent(async () => (await import('./BindChoice.tsx')).BindChoice, { overlay: true })

const glyphs = { messenger: <MessengerGlyph />, deviceMaker: <DeviceGlyph /> }

/** One button for each app that can say who somebody is, with what became of it below. */
export function SocialButtons({
	providers,
	arrival,
	onThrough,
	onBind,
}: SocialSignInProps & { providers: Provider[] }) {
	const { state, tell } = useSocialSignIn(arrival, { onThrough, onBind })
	const pressed = useRef<HTMLButtonElement>(null)
	const again = state.at === 'turned-away' && state.why.remedy === 'app-again' ? state.provider : undefined
	const busy = state.at === 'checking' || state.at === 'through' ? providerOf(state) : undefined

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
						aria-busy={busy === provider || undefined}
						onClick={event => {
							pressed.current = event.currentTarget
							tell({ type: 'pressed', provider })
						}}
					>
						<span className={classes(styles.glyph, busy === provider && styles.busy)}>
							{busy === provider ? <Spinner label={m.social_working()} /> : glyphs[provider]}
						</span>
						<span className={styles.name}>{providerName(provider)}</span>
					</button>
				))}
			</div>
			<Banner tone="info">{state.at === 'identifying' ? m.social_waiting() : undefined}</Banner>
			<Banner
				action={again && { label: m.account_app_again(), onPress: () => tell({ type: 'pressed', provider: again }) }}
			>
				{state.at === 'turned-away' ? socialSentence(state.why) : undefined}
			</Banner>
			{state.at === 'choosing' && (
				<BindChoice
					opener={pressed}
					onChosen={way => tell({ type: 'chosen', way })}
					onClose={() => tell({ type: 'put-away' })}
				/>
			)}
		</section>
	)
}

const providerOf = (state: { at: 'checking'; identity: { provider: Provider } } | { at: 'through' }) =>
	state.at === 'checking' ? state.identity.provider : undefined
