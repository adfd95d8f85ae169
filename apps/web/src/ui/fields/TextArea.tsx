import { type ComponentProps, useId } from 'react'
import styles from './Field.module.css'
import { describedBy, Field, type FieldTexts } from './Field.tsx'

export interface TextAreaProps
	extends FieldTexts,
		Omit<ComponentProps<'textarea'>, 'children' | 'maxLength' | 'aria-invalid' | 'aria-describedby'> {
	/** How much is written of how much may be, in code points. */
	count?: { length: number; max: number } | undefined
}

/** Some lines of text. */
export function TextArea({ label, error, hint, count, className, id: givenId, ...rest }: TextAreaProps) {
	const ownId = useId()
	const id = givenId ?? ownId
	return (
		<Field
			id={id}
			label={label}
			error={error}
			hint={hint}
			disabled={rest.disabled}
			className={className}
			count={count && `${count.length}/${count.max}`}
		>
			<textarea rows={6} {...rest} {...describedBy(id, { error, hint })} id={id} className={styles.area} />
		</Field>
	)
}
