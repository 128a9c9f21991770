import * as css from './savePicture.css';

interface SavePictureProps {
  /** The name of the file, without its ending. */
  readonly name: string;
  readonly svg: () => string;
}

/** Buttons that save a picture of what a view shows, for a slide. */
export const SavePicture = ({ name, svg }: SavePictureProps) => (
  <span class={css.savePicture}>
    <button
      type="button"
      class="key"
      title="Save what is shown as a picture, which can be enlarged"
      onClick={() => save(`${name}.svg`, makeBlob(svg()))}
    >
      Save picture
    </button>
    <button
      type="button"
      class="key"
      aria-label="Save picture as PNG"
      title="Save what is shown as a picture, for a slide"
      onClick={() => void savePng(name, svg())}
    >
      PNG
    </button>
  </span>
);

const makeBlob = (svg: string): Blob => new Blob([svg], { type: 'image/svg+xml' });

const save = (file: string, blob: Blob): void => {
  const link = document.createElement('a');
  link.download = file;
  link.href = URL.createObjectURL(blob);
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

/** Dots for each pixel: a slide is shown large. */
const scale = 2;

const savePng = async (name: string, svg: string): Promise<void> => {
  const image = new Image();
  // The policy of the page allows pictures from data alone.
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width * scale, image.height * scale];
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => blob !== null && save(`${name}.png`, blob));
};
