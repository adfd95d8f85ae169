import { useState } from 'react'
import { callApi } from '../../api/index.ts'
import { useBridge } from '../../bridge/index.ts'
import { m } from '../../locales/index.ts'
import { Banner, Button, DeviceGlyph, MessengerGlyph, toast } from '../../ui/index.ts'
import { Sheet } from '../../ui/sheet.ts'
import { away, useFlow } from '../account/index.ts'
import { refreshPerson, useSession } from '../session/index.ts'
import { useSite } from '../site/index.ts'
import { type BindOwnSaying, bindOwn } from './bindOwn.ts'
import { bindOwnSentence } from './bindOwnWords.ts'
import { identify } from './identity.ts'
import type { LinkedSignInsProps } from './LinkedSignIns.tsx'
import styles from './LinksSheet.module.css'
import { proofWays } from './links.ts'
import { linkWords } from './linkWords.ts'
import type { Provider } from './provider.ts'
import { providerName } from './providerWords.ts'
import type { IdentitySaying } from './socialSignIn.ts'
import { useLinks } from './useLinks.ts'

const glyphs = { messenger: <MessengerGlyph />, deviceMaker: <DeviceGlyph /> }

/** With what somebody can sign in besides their password: linked here, unlinked after a proof of who they are. */
export function LinksSheet({ open, onClose, onUnlink }: LinkedSignInsProps) {
	const links = useLinks()
	const person = useSession()
	const site = useSite(site => site.info)
	const link = useLinking()
	const [unlinking, setUnlinking] = useState<Provider>()
	const ways = person.kind === 'member' ? proofWays(person.user, site) : []

	function close() {
		setUnlinking(undefined)
		link.rest()
		onClose()
	}

	function unlink(provider: Provider) {
		const [only, ...others] = ways
		if (only && others.length === 0) return prove(provider, only)
		setUnlinking(provider)
	}

	function prove(provider: Provider, way: (typeof ways)[number]) {
		close()
		onUnlink(provider, way)
	}

	return (
		<Sheet
			open={open}
			onOpenChange={next => next || close()}
			title={m.social_linked_title()}
			closeLabel={m.common_close()}
		>
			{links.length === 0 && <p className={styles.none}>{m.social_linked_none()}</p>}
			<ul className={styles.links}>
				{links.map(({ provider, isLinked, name, canLink }) => (
					<li key={provider} className={styles.link}>
						<span className={styles.glyph}>{glyphs[provider]}</span>
						<span className={styles.words}>
							{providerName(provider)}
							<span className={styles.state}>{linkWords({ isLinked, name })}</span>
							{!isLinked && !canLink && <span className={styles.state}>{m.social_link_by_sign_in()}</span>}
						</span>
						{isLinked && unlinking !== provider && (
							<Button kind="secondary" onClick={() => unlink(provider)}>
								{m.social_unlink()}
							</Button>
						)}
						{canLink && (
							<Button kind="primary" loading={link.isAsking && m.social_linking()} onClick={link.begin}>
								{m.social_link()}
							</Button>
						)}
						{unlinking === provider && (
							<div className={styles.ways}>
								<p>{m.social_unlink_how()}</p>
								{ways.map(way => (
									<Button key={way} block onClick={() => prove(provider, way)}>
										{way === 'phone' ? m.social_unlink_phone() : m.social_unlink_oa()}
									</Button>
								))}
							</div>
						)}
					</li>
				))}
			</ul>
			<Banner
				action={link.why?.remedy === 'app-again' ? { label: m.account_app_again(), onPress: link.begin } : undefined}
			>
				{link.why && bindOwnSentence(link.why)}
			</Banner>
		</Sheet>
	)
}

/** Linking the messenger: the app says who somebody is, the server keeps it (BIND-29). */
function useLinking() {
	const bridge = useBridge()
	const flow = useFlow<BindOwnSaying | IdentitySaying>()

	async function begin() {
		const found = await identify('messenger', bridge)
		if (!found.ok) return found.failure === 'gaveUp' ? undefined : flow.turnAway(away('noIdentity'))
		await flow.run(
			() => bindOwn(found.value, callApi),
			() => {
				flow.rest()
				toast.show(m.social_link_done(), { tone: 'ok' })
				void refreshPerson()
			},
		)
	}

	return { ...flow, begin: () => void begin() }
}
