import { type FileExtension, formatFileSize } from '@parley/core'
import { File, FileArchive, FileAudio, FileSpreadsheet, FileText, FileVideo, Presentation } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './FileCard.module.css'
import { shortenName } from './shortenName.ts'

const icons: Record<FileExtension, ReactNode> = {
	pdf: <FileText />,
	doc: <FileText />,
	docx: <FileText />,
	wps: <FileText />,
	odt: <FileText />,
	rtf: <FileText />,
	txt: <FileText />,
	md: <FileText />,
	xls: <FileSpreadsheet />,
	xlsx: <FileSpreadsheet />,
	et: <FileSpreadsheet />,
	ods: <FileSpreadsheet />,
	csv: <FileSpreadsheet />,
	ppt: <Presentation />,
	pptx: <Presentation />,
	dps: <Presentation />,
	odp: <Presentation />,
	zip: <FileArchive />,
	rar: <FileArchive />,
	'7z': <FileArchive />,
	mp3: <FileAudio />,
	m4a: <FileAudio />,
	wav: <FileAudio />,
	mp4: <FileVideo />,
	mov: <FileVideo />,
}

/** Icon, name and size of a file; a very long name is cut in its middle. */
export function FileCard({ name, bytes, children }: { name: string; bytes: number; children?: ReactNode }) {
	const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
	return (
		<span className={styles.card}>
			<span className={styles.icon} aria-hidden>
				{icons[extension as FileExtension] ?? <File />}
			</span>
			<span className={styles.about}>
				<span className="sr-only">{name}</span>
				<span className={styles.name} aria-hidden>
					{shortenName(name)}
				</span>
				<span className={styles.size}>{formatFileSize(bytes)}</span>
			</span>
			{children}
		</span>
	)
}
