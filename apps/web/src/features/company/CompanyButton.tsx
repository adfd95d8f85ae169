import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../locales/index.ts'
import { lazyComponent } from '../../ui/index.ts'
import { type MemberSession, useSession } from '../session/index.ts'
import styles from './CompanyButton.module.css'
import { companyName, getSelectableCompanies } from './companies.ts'

const CompanySheet = lazyComponent(async () => (await import('./CompanySheet.tsx')).CompanySheet, { overlay: true })

/** The current company; a button where there is another to switch to (LIST-03, LIST-04). */
export function CompanyButton() {
	const person = useSession()
	return person.kind === 'member' ? <CurrentCompany {...person} /> : null
}

function CurrentCompany({ user: { companies }, company }: MemberSession) {
	const [isOpen, setOpen] = useState(false)
	const name = company && companyName(company)
	if (getSelectableCompanies(companies).length === 0) return name ? <p className={styles.name}>{name}</p> : null
	return (
		<>
			<button type="button" className={styles.button} aria-haspopup="dialog" onClick={() => setOpen(true)}>
				<span className={styles.name}>{name}</span>
				<span className="sr-only">{m.company_switch_hint()}</span>
				<ChevronDown />
			</button>
			<CompanySwitcher open={isOpen} onOpenChange={setOpen} />
		</>
	)
}

/** The sheet of companies to switch to, loaded when it is first opened. */
export function CompanySwitcher(props: { open: boolean; onOpenChange(open: boolean): void }) {
	const person = useSession()
	if (person.kind === 'guest') return null
	return <CompanySheet {...props} companies={getSelectableCompanies(person.user.companies)} current={person.company} />
}
