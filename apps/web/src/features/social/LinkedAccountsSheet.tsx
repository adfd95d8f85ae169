import { useState } from 'react'
import { callApi } from '../../api/index.ts'
import { useBridge } from '../../bridge/index.ts'
import { m } from '../../locales/index.ts'
import { Banner, Button, DeviceGlyph, MessengerGlyph, toast } from '../../ui/index.ts'
import { Sheet } from '../../ui/sheet.ts'
import { away, useFlow } from '../account/index.ts'
import { refreshPerson, useSession } from '../session/index.ts'
import { useSite } from '../site/index.ts'
import { type BindToCurrentUserMessageKey, bindToCurrentUser } from './bindOwn.ts'
import { bindToCurrentUserMessage } from './bindOwnWords.ts'
import { requestIdentity } from './identity.ts'
import type { LinkedAccountsProps } from './LinkedAccounts.tsx'
import styles from './LinkedAccountsSheet.module.css'
import { getVerificationMethods } from './linkedAccounts.ts'
import { linkStatusLabel } from './linkWords.ts'
import type { Provider } from './provider.ts'
import { providerName } from './providerWords.ts'
import type { IdentityMessageKey } from './socialSignIn.ts'
import { useLinkedAccounts } from './useLinks.ts'

const glyphs = { messenger: <MessengerGlyph />, deviceMaker: <DeviceGlyph /> }

/** With what somebody can sign in besides their password: linked here, unlinked after a proof of who they are. */
export function LinkedAccountsSheet({ open, onClose, onUnlink }: LinkedAccountsProps) {
	const accounts = useLinkedAccounts()
	const person = useSession()
	const site = useSite(site => site.info)
	const link = useLinking()
	const [unlinking, setUnlinking] = useState<Provider>()
	const methods = person.kind === 'member' ? getVerificationMethods(person.user, site) : []

	function close() {
		setUnlinking(undefined)
		link.rest()
		onClose()
	}

	function unlink(provider: Provider) {
		const [only, ...others] = methods
		if (only && others.length === 0) return startUnlink(provider, only)
		setUnlinking(provider)
	}

	function startUnlink(provider: Provider, way: (typeof methods)[number]) {
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
			{accounts.length === 0 && <p className={styles.none}>{m.social_linked_none()}</p>}
			<ul className={styles.links}>
				{accounts.map(({ provider, isLinked, name, canLink }) => (
					<li key={provider} className={styles.link}>
						<span className={styles.glyph}>{glyphs[provider]}</span>
						<span className={styles.words}>
							{providerName(provider)}
							<span className={styles.state}>{linkStatusLabel({ isLinked, name })}</span>
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
								{methods.map(way => (
									<Button key={way} block onClick={() => startUnlink(provider, way)}>
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
				{link.why && bindToCurrentUserMessage(link.why)}
			</Banner>
		</Sheet>
	)
}

/** Linking the messenger: the app says who somebody is, the server keeps it (BIND-29). */
function useLinking() {
	const bridge = useBridge()
	const flow = useFlow<BindToCurrentUserMessageKey | IdentityMessageKey>()

	async function begin() {
		const found = await requestIdentity('messenger', bridge)
		if (!found.ok) return found.failure === 'gaveUp' ? undefined : flow.turnAway(away('noIdentity'))
		await flow.run(
			() => bindToCurrentUser(found.value, callApi),
			() => {
				flow.rest()
				toast.show(m.social_link_done(), { tone: 'ok' })
				void refreshPerson()
			},
		)
	}

	return { ...flow, begin: () => void begin() }
}
