import { Info, Sparkles } from 'lucide-react'
import { RowLink } from '../../features/personal/index.ts'
import { useAppVersion, useUpdateUrl } from '../../features/support/index.ts'
import { m } from '../../locales/index.ts'
import { ListRow, Section } from '../../ui/index.ts'

/** About the product, and its version (PERS-13, PERS-14). */
export function About() {
	const { name, hasUpdate } = useAppVersion()
	const updateUrl = useUpdateUrl(hasUpdate)
	return (
		<Section title={m.personal_about_section()}>
			<RowLink to="/MeetingList/Personal/AboutUs" icon={<Info />} label={m.personal_about()} />
			{name && (
				<ListRow
					icon={<Sparkles />}
					label={m.personal_version()}
					note={hasUpdate ? m.personal_version_new() : undefined}
					value={updateUrl ? m.personal_version_update() : name}
					href={updateUrl}
				/>
			)}
		</Section>
	)
}
