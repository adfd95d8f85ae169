import { maskPhone } from '@parley/core'
import { Link } from '@tanstack/react-router'
import { ChevronRight, CircleQuestionMark, Info, MessageSquareWarning, Phone, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { ProfileErrorBanner, RequireMember, RowLink, shortenName, useProfile } from '../../features/personal/index.ts'
import type { MemberSession } from '../../features/session/index.ts'
import { telephoneUrl, useAppVersion, useSupportPhone, useUpdateUrl } from '../../features/support/index.ts'
import { m } from '../../locales/index.ts'
import { useBack } from '../../navigation/useBack.ts'
import { Avatar, Button, Card, ListRow, lazyComponent, Page, Section } from '../../ui/index.ts'
import { Account } from './Account.tsx'
import { Company } from './Company.tsx'
import { Display } from './Display.tsx'
import styles from './Personal.module.css'

export const title = () => m.personal_title()

const SignOut = lazyComponent(async () => (await import('./SignOut.tsx')).SignOut, { overlay: true })

/** /MeetingList/Personal: the personal centre, with profile, settings and support. */
export function Personal() {
	const back = useBack('/MeetingList')
	return (
		<RequireMember title={m.personal_title()} onBack={back}>
			{person => <PersonalCentre person={person} onBack={back} />}
		</RequireMember>
	)
}

function PersonalCentre({ person, onBack }: { person: MemberSession; onBack(): void }) {
	const query = useProfile(person)
	return (
		<Page title={m.personal_title()} top={44} back={{ label: m.common_back(), onBack }}>
			<div className={styles.sections}>
				<ProfileErrorBanner {...query} />
				<Head user={person.user} />
				<Company person={person} profile={query.profile} hasFailed={query.failure !== undefined} />
				<Account user={person.user} />
				<Display />
				<Support />
				<About />
				<SignOutButton />
			</div>
		</Page>
	)
}

/** PERS-15 */
function SignOutButton() {
	const [isAsking, setAsking] = useState(false)
	return (
		<>
			<Button kind="destructive" block onClick={() => setAsking(true)}>
				{m.personal_sign_out()}
			</Button>
			{isAsking && <SignOut onClose={() => setAsking(false)} />}
		</>
	)
}

/** About the product, and its version (PERS-13, PERS-14). */
function About() {
	const { name, hasUpdate } = useAppVersion()
	const updateUrl = useUpdateUrl(hasUpdate)
	return (
		<Section title={m.personal_about_section()}>
			<RowLink to="/MeetingList/Personal/AboutUs" icon={<Info />} label={m.personal_about()} />
			{name && (
				<ListRow
					icon={<Sparkles />}
					label={m.personal_version()}
					note={hasUpdate ? m.personal_version_new() : undefined}
					value={updateUrl ? m.personal_version_update() : name}
					href={updateUrl}
				/>
			)}
		</Section>
	)
}

/** The signed-in person, linked to the form for their name (PERS-01, PERS-02, PERS-06). */
function Head({ user: { name, displayName, picture, mobile } }: { user: MemberSession['user'] }) {
	const shown = shortenName(displayName)
	return (
		<Card>
			<Link to="/MeetingList/Personal/PersonalInfoChange" className={styles.head}>
				<Avatar name={displayName} src={picture} className={styles.avatar ?? ''} />
				<span className={styles.names}>
					{shown === displayName ? (
						<span className={styles.name}>{displayName}</span>
					) : (
						<>
							<span className={styles.name} aria-hidden>
								{shown}
							</span>
							<span className="sr-only">{displayName}</span>
						</>
					)}
					<span className={styles.user}>{m.personal_user({ name: name === mobile ? maskPhone(name) : name })}</span>
				</span>
				<span className="sr-only">{m.personal_edit()}</span>
				<ChevronRight className={styles.chevron} />
			</Link>
		</Card>
	)
}

/** Help, complaints and the support phone (PERS-11, PERS-12). */
function Support() {
	const phone = useSupportPhone()
	return (
		<Section title={m.personal_support_section()}>
			<RowLink to="/MeetingList/Personal/help" icon={<CircleQuestionMark />} label={m.personal_help()} />
			<RowLink to="/complaints" icon={<MessageSquareWarning />} label={m.support_complaint_title()} />
			{phone && <ListRow icon={<Phone />} label={m.support_phone()} value={phone} href={telephoneUrl(phone)} />}
		</Section>
	)
}

export { Personal as Screen }
