import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { IconButton } from '../../../ui/index.ts'
import { FileCard } from '../../chatFiles/index.ts'
import { isPictureName } from './fileTexts.ts'
import styles from './PendingFiles.module.css'

export interface PendingFilesProps {
	files: readonly File[]
	onRemove(file: File): void
}

/** Chosen pictures and files, before they are sent. */
export const PendingFiles = ({ files, onRemove }: PendingFilesProps) => (
	<ul className={styles.files} aria-label={m.chat_files_chosen()}>
		{files.map(file => (
			// Two files may be the same by name and size: the object is what tells them apart.
			<li key={keyOf(file)} className={isPictureName(file.name) ? styles.picture : styles.file}>
				{isPictureName(file.name) ? <LocalPicture file={file} /> : <FileCard name={file.name} bytes={file.size} />}
				<IconButton
					className={styles.remove}
					label={m.chat_file_remove({ name: file.name })}
					icon={<X />}
					onClick={() => onRemove(file)}
				/>
			</li>
		))}
	</ul>
)

const keys = new WeakMap<File, string>()
let keyCount = 0
function keyOf(file: File): string {
	const key = keys.get(file) ?? `${++keyCount}`
	keys.set(file, key)
	return key
}

/** A picture from this device; its name where the browser cannot show it. */
export function LocalPicture({ file }: { file: File }) {
	const [address, setAddress] = useState<string>()
	const [isBroken, setIsBroken] = useState(false)
	useEffect(() => {
		const made = URL.createObjectURL(file)
		setAddress(made)
		return () => URL.revokeObjectURL(made)
	}, [file])
	if (isBroken) return <FileCard name={file.name} bytes={file.size} />
	// Its height is reserved before, so that the list of messages stays at its end.
	if (address === undefined) return <span className={styles.image} />
	return <img className={styles.image} src={address} alt={file.name} onError={() => setIsBroken(true)} />
}
