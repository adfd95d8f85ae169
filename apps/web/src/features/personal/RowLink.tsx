import { type LinkProps, useLinkProps } from '@tanstack/react-router'
import { ListRow, type ListRowProps } from '../../ui/index.ts'

export interface RowLinkProps extends Pick<ListRowProps, 'label' | 'note' | 'icon' | 'value' | 'placeholder'> {
	to: NonNullable<LinkProps['to']>
	search?: Record<string, string>
}

/** A row that leads to another screen. */
export function RowLink({ to, search, ...row }: RowLinkProps) {
	const anchor = useLinkProps({ to, ...(search && { search }) } as never)
	return <ListRow {...row} anchor={anchor} />
}
