import type { InvitationInfo } from '@parley/api'
import { Link, useLocation, useSearch } from '@tanstack/react-router'
import { Download, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '../../features/session/index.ts'
import { canGuestsJoin, useSite } from '../../features/site/index.ts'
import { isAppleDevice, telephoneUrl, toSafeUrl } from '../../features/support/index.ts'
import { m } from '../../locales/index.ts'
import { useBack } from '../../navigation/useBack.ts'
import { NoResultsIllustration, OfflineIllustration } from '../../ui/art/illustrations.tsx'
import { Button, buttonClass, EmptyState, ListRow, Page, Section, SkeletonCards } from '../../ui/index.ts'
import styles from './Invite.module.css'
import { useInvitation } from './useInvitation.ts'

export const title = () => m.invite_title()

/** /invite?code=: the inviting company, the downloads of the app, and how to sign in or join (ROUTE-30, ROUTE-31). */
export function Invite() {
	const { code = '' } = useSearch({ from: '/invite' })
	const { invitation, retry } = useInvitation(code.trim())
	const isAppMissing = useLocation({ select: ({ state }) => state.isAppMissing === true })
	const back = { label: m.common_back(), onBack: useBack('/') }
	const isMember = useSession(person => person.kind === 'member')
	const mayJoin = useSite(canGuestsJoin) || isMember

	switch (invitation.status) {
		case 'shown':
			return <InvitationPage info={invitation.info} back={back} />
		case 'loading':
			return (
				<Page title={m.invite_title()} top={24} back={back}>
					<SkeletonCards label={m.common_loading()} count={2} />
				</Page>
			)
		case 'failed':
			return (
				<MessagePage
					back={back}
					picture={<OfflineIllustration />}
					title={m.invite_failed_title()}
					text={m.invite_failed_text()}
				>
					<Button kind="primary" onClick={retry}>
						{m.public_retry()}
					</Button>
				</MessagePage>
			)
		case 'unknown':
			return (
				<MessagePage
					back={back}
					picture={<NoResultsIllustration />}
					title={m.invite_unknown_title()}
					text={m.invite_unknown_text()}
				>
					<NextSteps kind="primary" />
				</MessagePage>
			)
		case 'no-code':
			if (isAppMissing) return <AppMissingPage back={back} info={invitation.info} />
			return (
				<MessagePage
					back={back}
					picture={<NoResultsIllustration />}
					title={m.invite_no_code_title()}
					text={mayJoin ? m.invite_no_code_text() : m.invite_no_code_text_strict()}
				>
					<NextSteps kind="primary" />
				</MessagePage>
			)
	}
}

type PageBack = { label: string; onBack: () => void }

function MessagePage(props: { back: PageBack; picture: ReactNode; title: string; text: string; children: ReactNode }) {
	const { back, picture, title, text, children } = props
	return (
		<Page title={m.invite_title()} top={24} back={back}>
			<EmptyState picture={picture} title={title} text={text} action={children} />
		</Page>
	)
}

/** The app is not installed: where to download it, and how to join without it. */
function AppMissingPage({ back, info }: { back: PageBack; info: InvitationInfo | undefined }) {
	const isMember = useSession(person => person.kind === 'member')
	const downloads = info ? getDownloads(info) : []
	const hasApp = downloads.length > 0
	return (
		<MessagePage
			back={back}
			picture={<NoResultsIllustration />}
			title={m.invite_app_title()}
			text={hasApp ? m.invite_app_get() : m.invite_app_text()}
		>
			{hasApp && <Downloads downloads={downloads} />}
			<Button kind={hasApp ? 'secondary' : 'primary'} onClick={back.onBack}>
				{m.invite_join()}
			</Button>
			{!isMember && <SignInLink kind="quiet" />}
		</MessagePage>
	)
}

function InvitationPage({ info, back }: { info: InvitationInfo; back: PageBack }) {
	const { companyName, productName, telephone } = info
	const downloads = getDownloads(info)
	return (
		<Page
			top={24}
			back={back}
			large
			over={m.invite_over({ company: companyName })}
			title={productName ? m.invite_lead({ product: productName }) : m.invite_lead_plain()}
		>
			<div className={styles.sections}>
				{downloads.length > 0 ? (
					<>
						<Downloads downloads={downloads} />
						<Steps />
					</>
				) : (
					<p className={styles.empty}>{m.invite_none()}</p>
				)}
				<div className={styles.actions}>
					<NextSteps kind={downloads.length > 0 ? 'secondary' : 'primary'} />
				</div>
				{telephone && (
					<Section title={m.invite_tel()}>
						<ListRow icon={<Phone />} label={telephone} href={telephoneUrl(telephone)} />
					</Section>
				)}
			</div>
		</Page>
	)
}

const Steps = () => (
	<section aria-labelledby="steps">
		<h2 id="steps" className={styles.title}>
			{m.invite_steps()}
		</h2>
		<ol className={styles.steps}>
			<li>{m.invite_step_get()}</li>
			<li>{m.invite_step_open()}</li>
			<li>{m.invite_step_join()}</li>
		</ol>
	</section>
)

const Downloads = ({ downloads }: { downloads: ReturnType<typeof getDownloads> }) => (
	<div className={styles.actions}>
		{downloads.map(({ system, url, label }, index) => (
			<a
				key={system}
				href={url}
				rel="noopener noreferrer"
				className={buttonClass({ kind: index === 0 ? 'primary' : 'secondary', size: 'large', block: true })}
			>
				<Download />
				{label}
			</a>
		))}
	</div>
)

/** The download for this device first. */
function getDownloads({ androidUrl, iosUrl }: InvitationInfo) {
	const android = { system: 'android', url: toSafeUrl(androidUrl), label: m.invite_android() }
	const ios = { system: 'ios', url: toSafeUrl(iosUrl), label: m.invite_ios() }
	return (isAppleDevice(navigator.userAgent) ? [ios, android] : [android, ios]).flatMap(({ url, ...rest }) =>
		url ? [{ url, ...rest }] : [],
	)
}

function NextSteps({ kind }: { kind: 'primary' | 'secondary' }) {
	const canJoinAsGuest = useSite(canGuestsJoin)
	const isMember = useSession(person => person.kind === 'member')
	if (isMember) {
		return (
			<Link to="/MeetingList" className={buttonClass({ kind, block: true })}>
				{m.link_to_meetings()}
			</Link>
		)
	}
	return (
		<>
			<SignInLink kind={kind} />
			{canJoinAsGuest && (
				<Link to="/joinQuickly" className={buttonClass({ kind: 'quiet', block: true })}>
					{m.invite_join()}
				</Link>
			)}
		</>
	)
}

const SignInLink = ({ kind }: { kind: 'primary' | 'secondary' | 'quiet' }) => (
	<Link to="/Login" className={buttonClass({ kind, block: true })}>
		{m.invite_login()}
	</Link>
)

export { Invite as Screen }
