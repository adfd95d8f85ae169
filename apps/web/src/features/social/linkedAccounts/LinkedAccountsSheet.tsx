import { useState } from 'react'
import { callApi } from '../../../api/index.ts'
import { useBridge } from '../../../bridge/index.ts'
import { createFormError, useSubmit } from '../../../forms/index.ts'
import { m } from '../../../locales/index.ts'
import { Banner, Button, DeviceGlyph, MessengerGlyph, toast } from '../../../ui/index.ts'
import { Sheet } from '../../../ui/overlays/Sheet.tsx'
import { refreshPerson, useSession } from '../../session/index.ts'
import { useSite } from '../../site/index.ts'
import { bindToCurrentUser } from '../binding/bindIdentity.ts'
import { identityErrors, type ProvenIdentity, requestIdentity } from '../identity.ts'
import { type Provider, providerName } from '../provider.ts'
import type { AccountKind } from '../signIn/socialSignIn.ts'
import styles from './LinkedAccountsSheet.module.css'
import { getVerificationMethods, type LinkedAccount, linkStatusLabel, useLinkedAccounts } from './linkedAccounts.ts'

const glyphs = { messenger: <MessengerGlyph />, deviceMaker: <DeviceGlyph /> }

export interface LinkedAccountsSheetProps {
	open: boolean
	onClose(): void
	/** Goes to the screen that verifies the person and then unlinks. */
	onUnlink(provider: Provider, method: AccountKind): void
}

/** The accounts of other apps that are linked to the signed-in person; unlinking needs a verification. */
export function LinkedAccountsSheet({ open, onClose, onUnlink }: LinkedAccountsSheetProps) {
	const accounts = useLinkedAccounts()
	const person = useSession()
	const site = useSite(site => site.info)
	const linking = useLinking()
	const [unlinking, setUnlinking] = useState<Provider>()
	const methods = person.kind === 'member' ? getVerificationMethods(person.user, site) : []

	function close() {
		setUnlinking(undefined)
		linking.clearError()
		onClose()
	}

	function unlink(provider: Provider, method: AccountKind) {
		close()
		onUnlink(provider, method)
	}

	function startUnlink(provider: Provider) {
		const [onlyMethod, ...others] = methods
		if (onlyMethod && others.length === 0) return unlink(provider, onlyMethod)
		setUnlinking(provider)
	}

	return (
		<Sheet
			open={open}
			onOpenChange={next => next || close()}
			title={m.social_linked_title()}
			closeLabel={m.common_close()}
		>
			{accounts.length === 0 && <p className={styles.empty}>{m.social_linked_none()}</p>}
			<ul className={styles.accounts}>
				{accounts.map(account => (
					<LinkedAccountRow
						key={account.provider}
						account={account}
						linking={linking}
						isUnlinking={unlinking === account.provider}
						methods={methods}
						onStartUnlink={() => startUnlink(account.provider)}
						onUnlink={method => unlink(account.provider, method)}
					/>
				))}
			</ul>
			<Banner
				action={
					linking.error?.remedy === 'openAppAgain'
						? { label: m.account_app_again(), onPress: linking.start }
						: undefined
				}
			>
				{linking.error?.message}
			</Banner>
		</Sheet>
	)
}

interface LinkedAccountRowProps {
	account: LinkedAccount
	linking: ReturnType<typeof useLinking>
	/** The person chooses how to verify who they are. */
	isUnlinking: boolean
	methods: AccountKind[]
	onStartUnlink(): void
	onUnlink(method: AccountKind): void
}

function LinkedAccountRow({ account, linking, isUnlinking, methods, onStartUnlink, onUnlink }: LinkedAccountRowProps) {
	const { provider, isLinked, canLink } = account
	return (
		<li className={styles.account}>
			<span className={styles.glyph}>{glyphs[provider]}</span>
			<span className={styles.text}>
				{providerName(provider)}
				<span className={styles.state}>{linkStatusLabel(account)}</span>
				{!isLinked && !canLink && <span className={styles.state}>{m.social_link_by_sign_in()}</span>}
			</span>
			{isLinked && !isUnlinking && (
				<Button kind="secondary" onClick={onStartUnlink}>
					{m.social_unlink()}
				</Button>
			)}
			{canLink && (
				<Button kind="primary" loading={linking.isSubmitting && m.social_linking()} onClick={linking.start}>
					{m.social_link()}
				</Button>
			)}
			{isUnlinking && (
				<div className={styles.methods}>
					<p>{m.social_unlink_how()}</p>
					{methods.map(method => (
						<Button key={method} block onClick={() => onUnlink(method)}>
							{method === 'phone' ? m.social_unlink_phone() : m.social_unlink_oa()}
						</Button>
					))}
				</div>
			)}
		</li>
	)
}

/** Links the messenger: the shell identifies the person, the server binds that identity (BIND-29). */
function useLinking() {
	const bridge = useBridge()
	const { submit, ...form } = useSubmit(
		(identity: ProvenIdentity) => bindToCurrentUser(identity, callApi),
		() => {
			toast.show(m.social_link_done(), { tone: 'ok' })
			void refreshPerson()
		},
	)

	async function start() {
		const requested = await requestIdentity('messenger', bridge)
		if (requested.ok) return submit(requested.value)
		if (requested.failure === 'noAnswer') form.setError(createFormError('noIdentity', identityErrors.noIdentity))
	}

	return { ...form, start: () => void start() }
}
