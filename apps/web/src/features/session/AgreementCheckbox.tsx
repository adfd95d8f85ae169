import { Link } from '@tanstack/react-router'
import { m } from '../../locales/index.ts'
import { Checkbox } from '../../ui/index.ts'

export interface AgreementCheckboxProps {
	checked: boolean
	/** It was left unticked, and that has just been said. */
	invalid?: boolean
	onChange(checked: boolean): void
	/** Somebody goes off to read; what is typed should still be there afterwards. */
	onRead?: () => void
}

/** The box for the terms, whose names lead to them; back from there comes here again (ROUTE-26). */
export function AgreementCheckbox({ checked, invalid, onChange, onRead }: AgreementCheckboxProps) {
	const read = { search: { isSelf: 'true' }, ...(onRead && { onClick: onRead }) }
	return (
		<Checkbox checked={checked} invalid={invalid} onChange={event => onChange(event.currentTarget.checked)}>
			{m.login_agree_lead()}
			<Link to="/Protocol" {...read}>
				{m.login_agree_terms()}
			</Link>
			{m.login_agree_comma()}
			<Link to="/Law" {...read}>
				{m.login_agree_law()}
			</Link>
			{m.login_agree_and()}
			<Link to="/Privacy" {...read}>
				{m.login_agree_privacy()}
			</Link>
		</Checkbox>
	)
}
