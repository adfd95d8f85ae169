import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../locales/index.ts'
import { type Person, useSession } from '../session/index.ts'
import styles from './CompanyButton.module.css'
import { CompanySwitch } from './CompanySwitch.tsx'
import { choicesOf } from './companies.ts'
import { companyName } from './companyName.ts'

type Member = Extract<Person, { kind: 'member' }>

/** The company somebody works in, and the way to another where there is one (LIST-03, LIST-04). */
export function CompanyButton() {
	const person = useSession()
	return person.kind === 'member' ? <Current {...person} /> : null
}

function Current({ user: { companies }, company }: Member) {
	const [isOpen, setOpen] = useState(false)
	const name = company && companyName(company)
	if (choicesOf(companies).length === 0) return name ? <p className={styles.name}>{name}</p> : null
	return (
		<>
			<button type="button" className={styles.button} aria-haspopup="dialog" onClick={() => setOpen(true)}>
				<span className={styles.name}>{name}</span>
				<span className="sr-only">{m.company_switch_hint()}</span>
				<ChevronDown />
			</button>
			<CompanySwitch open={isOpen} onOpenChange={setOpen} />
		</>
	)
}
