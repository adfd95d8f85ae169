import { clsx } from 'clsx'
import { Check, Circle } from 'lucide-react'
import { m } from '../../locales/index.ts'
import { checkPasswordRules } from './newPassword.ts'
import styles from './PasswordRuleList.module.css'

const words = {
	length: m.account_rule_length,
	kinds: m.account_rule_kinds,
	plain: m.account_rule_plain,
	differs: m.account_rule_differs,
} as const

export interface PasswordRuleListProps {
	password: string
	/** What the password must not be equal to. */
	names?: readonly string[]
}

/** The rule for a new password, ticked off while it is typed. */
export function PasswordRuleList({ password, names = [] }: PasswordRuleListProps) {
	const parts = checkPasswordRules(password, names)
	return (
		<ul className={styles.parts} aria-label={m.account_rule()}>
			{(Object.keys(parts) as (keyof typeof words)[]).map(part => (
				<li key={part} className={clsx(styles.part, parts[part] && styles.kept)}>
					{parts[part] ? <Check /> : <Circle />}
					<span>{words[part]()}</span>
					{parts[part] && <span className="sr-only">{m.account_rule_kept()}</span>}
				</li>
			))}
		</ul>
	)
}
