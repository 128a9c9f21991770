/** An image, and how much is pulled for it (image.size). */
export interface ImageSize {
  readonly name: string;
  /** 1,000 are a gigabyte. */
  readonly megabytes: number;
}
