import { useState } from 'react'
import { useBack } from '../../app/navigation/useBack.ts'
import { ProfileErrorBanner, RequireMember, useProfile } from '../../features/personal/index.ts'
import type { Member } from '../../features/session/index.ts'
import { m } from '../../locales/index.ts'
import { Button, lazyComponent, Page } from '../../ui/index.ts'
import { About } from './About.tsx'
import { Account } from './Account.tsx'
import { Company } from './Company.tsx'
import { Display } from './Display.tsx'
import { Head } from './Head.tsx'
import styles from './Personal.module.css'
import { Support } from './Support.tsx'

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

function PersonalCentre({ person, onBack }: { person: Member; onBack(): void }) {
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

export { Personal as Screen }
