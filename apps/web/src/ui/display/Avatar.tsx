import { clsx } from 'clsx'
import { User } from 'lucide-react'
import { useState } from 'react'
import styles from './Avatar.module.css'

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

const han = /\p{Script=Han}/u
const letter = /[\p{L}\p{N}]/u
const tints = 8

const first = (word: string) => [...word].find(char => letter.test(char)) ?? ''

/** Parts in brackets at the end, such as the department. */
const added = /(?:\s*[（(［[【][^（(［[【）)］\]】]*[）)］\]】]?\s*)+$/u

/** A name without the part in brackets at its end; a name that is nothing else stays. */
export const withoutBrackets = (name: string): string => name.replace(added, '') || name

/**
 * At most two letters for a name, without what follows it in brackets. A Chinese name gives its last two characters, 韩梅梅 is
 * 梅梅; other names give the first letters of the first and the last word.
 */
export function getInitials(fullName: string): string {
	const name = withoutBrackets(fullName)
	const chinese = [...name].filter(char => han.test(char))
	if (chinese.length > 0) return chinese.slice(-2).join('')
	const words = name.split(/[\s._@-]+/).filter(word => first(word))
	const [head = '', ...others] = words
	return (first(head) + first(others.at(-1) ?? '')).toUpperCase()
}

/** The same name always has the same tint, 0 to 7. */
export function getTint(name: string): number {
	let hash = 2166136261
	for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619)
	return (hash >>> 0) % tints
}
