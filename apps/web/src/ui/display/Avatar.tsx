import { clsx } from 'clsx'
import { User } from 'lucide-react'
import { useState } from 'react'
import styles from './Avatar.module.css'
import { getInitials, getTint } from './initials.ts'

export interface AvatarProps {
	name: string
	/** A picture that cannot be loaded gives way to the getInitials. */
	src?: string | undefined
	size?: 'small' | 'medium' | 'large'
	/** Says the name aloud; leave it out where the name stands beside the picture. */
	labelled?: boolean
	className?: string
}

export function Avatar({ name, src, size = 'medium', labelled, className }: AvatarProps) {
	const [broken, setBroken] = useState<string>()
	const letters = getInitials(name)
	const picture = src && src !== broken
	const look = clsx(
		styles.avatar,
		size === 'small' && styles.small,
		size === 'large' && styles.large,
		styles[`t${getTint(name)}`],
		className,
	)
	return (
		<span className={look} {...(labelled ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}>
			{picture ? <img src={src} alt="" onError={() => setBroken(src)} /> : letters || <User />}
		</span>
	)
}
