import { clsx } from 'clsx'
import { Check, Circle } from 'lucide-react'
import { m } from '../../locales/index.ts'
import { checkPasswordRules } from './newPassword.ts'
import styles from './PasswordRuleList.module.css'

const labels = {
	length: m.account_rule_length,
	kinds: m.account_rule_kinds,
	plain: m.account_rule_plain,
	differs: m.account_rule_differs,
} as const

export interface PasswordRuleListProps {
	password: string
	/** Values the password must differ from. */
	names?: readonly string[]
}

/** The rule for a new password; its parts are ticked while the password is typed. */
export function PasswordRuleList({ password, names = [] }: PasswordRuleListProps) {
	const rules = checkPasswordRules(password, names)
	return (
		<ul className={styles.rules} aria-label={m.account_rule()}>
			{(Object.keys(rules) as (keyof typeof labels)[]).map(rule => (
				<li key={rule} className={clsx(styles.rule, rules[rule] && styles.met)}>
					{rules[rule] ? <Check /> : <Circle />}
					<span>{labels[rule]()}</span>
					{rules[rule] && <span className="sr-only">{m.account_rule_met()}</span>}
				</li>
			))}
		</ul>
	)
}
