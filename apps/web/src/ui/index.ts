/**
 * The light part of the design system, used by any chunk. Overlays, wheels and illustrations are imported from their own
 * files, so that they are loaded with what shows them.
 */

export { Button, type ButtonLook, type ButtonProps, buttonClass } from './actions/Button.tsx'
export { CopyButton, type CopyButtonProps, copyText } from './actions/CopyButton.tsx'
export { IconButton, type IconButtonProps } from './actions/IconButton.tsx'
export { Tile, type TileLook, type TileProps, Tiles, tileClass } from './actions/Tile.tsx'
export { PictureStack, type PictureStackProps, pictures } from './art/PictureStack.tsx'
export { scene } from './art/scene.ts'
export { DeviceGlyph, MessengerGlyph, WorkplaceGlyph } from './brand/glyphs.tsx'
export { Mark, type MarkProps, Wordmark, type WordmarkProps } from './brand/Mark.tsx'
export { AddressText } from './display/AddressText.tsx'
export { Avatar, type AvatarProps, getInitials, getTint, withoutBrackets } from './display/Avatar.tsx'
export { Badge, type BadgeProps, StatusDot, type StatusDotProps } from './display/Badge.tsx'
export { Card, type CardProps, Section, type SectionProps } from './display/Card.tsx'
export { DigitsText, type DigitsTextProps } from './display/DigitsText.tsx'
export { SecretText, type SecretTextProps } from './display/SecretText.tsx'
export { Banner, type BannerProps } from './feedback/Banner.tsx'
export { EmptyState, type EmptyStateProps } from './feedback/EmptyState.tsx'
export { ErrorPanel, type ErrorPanelProps } from './feedback/ErrorPanel.tsx'
export { LiveRegion } from './feedback/LiveRegion.tsx'
export { OfflineNotice } from './feedback/OfflineNotice.tsx'
export {
	createToasts,
	ToastHost,
	type ToastOptions,
	type Toasts,
	type ToastTone,
	toast,
	toastMs,
} from './feedback/Toasts.tsx'
export { Checkbox, type CheckboxProps } from './fields/Checkbox.tsx'
export { CheckRow, type CheckRowProps } from './fields/CheckRow.tsx'
export { DigitsField, type DigitsFieldProps } from './fields/DigitsField.tsx'
export { filterInput } from './fields/filterInput.ts'
export { ListRow, type ListRowProps } from './fields/ListRow.tsx'
export { PasswordField, type PasswordFieldProps } from './fields/PasswordField.tsx'
export { RadioRow, type RadioRowProps } from './fields/RadioRow.tsx'
export { SearchField, type SearchFieldProps } from './fields/SearchField.tsx'
export { Segmented, type SegmentedProps } from './fields/Segmented.tsx'
export { SwitchRow, type SwitchRowProps } from './fields/SwitchRow.tsx'
export { TextArea, type TextAreaProps, TextField, type TextFieldProps } from './fields/TextField.tsx'
export { Breadcrumb, type BreadcrumbProps } from './layout/Breadcrumb.tsx'
export { Collapsible, type CollapsibleProps, CollapsibleRow, type CollapsibleRowProps } from './layout/Collapsible.tsx'
export { FramedPage, type FramedPageProps } from './layout/FramedPage.tsx'
export { Page, type PageProps } from './layout/Page.tsx'
export { Tabs, type TabsProps } from './layout/Tabs.tsx'
export { type Back, TopBar, type TopBarProps } from './layout/TopBar.tsx'
export { isLaptop, useIsLaptop } from './layout/useIsLaptop.ts'
export { type LazyOptions, lazyComponent, loadFailure, runWhenIdle } from './lazy.tsx'
export { InfiniteSentinel, type InfiniteSentinelProps } from './lists/InfiniteSentinel.tsx'
export { PullToRefresh, type PullToRefreshProps } from './lists/PullToRefresh.tsx'
export {
	Skeleton,
	SkeletonCards,
	SkeletonLine,
	type SkeletonProps,
	Spinner,
	type SpinnerProps,
} from './progress/Loading.tsx'
export { useAction } from './useAction.ts'
export { useHistoryEntry } from './useHistoryEntry.ts'
export { useIsMounted } from './useIsMounted.ts'
export { useShownBusy } from './useShownBusy.ts'
export { windowTitle } from './windowTitle.ts'
