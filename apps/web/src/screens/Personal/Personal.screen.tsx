import { useState } from 'react'
import { useBack } from '../../app/navigation/useBack.ts'
import { type Member, MembersOnly, Outdated, useCentre } from '../../features/personal/index.ts'
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

/** /MeetingList/Personal: who somebody is here, and what they can do about it. */
export function Personal() {
	const back = useBack('/MeetingList')
	return (
		<MembersOnly title={m.personal_title()} onBack={back}>
			{person => <Centre person={person} onBack={back} />}
		</MembersOnly>
	)
}

function Centre({ person, onBack }: { person: Member; onBack(): void }) {
	const asked = useCentre(person)
	return (
		<Page title={m.personal_title()} top={44} back={{ label: m.common_back(), onBack }}>
			<div className={styles.parts}>
				<Outdated {...asked} />
				<Head user={person.user} />
				<Company person={person} centre={asked.centre} hasFailed={asked.failed !== undefined} />
				<Account user={person.user} />
				<Display />
				<Support />
				<About />
				<Leaving />
			</div>
		</Page>
	)
}

/** PERS-15 */
function Leaving() {
	const [asking, setAsking] = useState(false)
	return (
		<>
			<Button kind="destructive" block onClick={() => setAsking(true)}>
				{m.personal_sign_out()}
			</Button>
			{asking && <SignOut onClose={() => setAsking(false)} />}
		</>
	)
}

export { Personal as Screen }
